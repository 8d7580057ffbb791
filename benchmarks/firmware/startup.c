/* Startup of a Cortex-M7 or M4F in qemu (mps2-an500, mps2-an386): vector table, enabling floating point, self-test, semihosting exit. */
#include <stdint.h>
#include "arm.h"

int main(void);
void reset(void);
extern uint32_t stack_top[], data_load[], data_start[], data_end[], bss_start[], bss_end[];

static void call(int operation, const void *argument)
{
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

static void halt(void)
{
    static const uint32_t failed[2] = {0x20026, 3}; /* ADP_Stopped_ApplicationExit, exit code */
    call(0x20, failed);
    for (;;) {
    }
}

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    stack_top, (const void *)reset, (const void *)halt, (const void *)halt,
    (const void *)halt, (const void *)halt, (const void *)halt,
};

void reset(void)
{
    *(volatile uint32_t *)0xe000ed88 |= UINT32_C(0xf) << 20; /* CPACR: both floating-point coprocessors */
    __asm__ volatile("dsb\n isb");
    uint32_t *to = data_start;
    for (const uint32_t *from = data_load; to < data_end;)
        *to++ = *from++;
    for (to = bss_start; to < bss_end;)
        *to++ = 0;
    const uint32_t done[2] = {0x20026, (uint32_t)main()};
    call(0x20, done);
}

#define PAINT UINT32_C(0xa5a5a5a5)
#define PAINTED 2048 /* words */

/* Return the bytes of stack below this frame that a call used, found by the words it overwrote. */
static __attribute__((noinline)) uint32_t used(double *result)
{
    volatile uint32_t *const here = (volatile uint32_t *)__builtin_frame_address(0) - 64;
    for (int i = 1; i < PAINTED; i++)
        here[-i] = PAINT;
    *result = arm_selftest();
    int deepest = PAINTED - 1;
    while (deepest > 0 && here[-deepest] == PAINT)
        deepest--;
    return 4 * (uint32_t)deepest + 256;
}

/* "error <millionths of the limit> stack <bytes>" */
static char *number(char *end, uint32_t value)
{
    char digits[10];
    int n = 0;
    do
        digits[n++] = (char)('0' + value % 10);
    while (value /= 10);
    while (n)
        *end++ = digits[--n];
    return end;
}

int main(void)
{
    static char text[64];
    double error;
    const uint32_t stack = used(&error);
    const double share = error / ARM_SELFTEST_LIMIT * 1e6;
    char *end = number(text, share < 4e9 ? (uint32_t)share : UINT32_MAX);
    *end++ = ' ';
    end = number(end, stack);
    *end++ = '\n';
    *end = 0;
    call(4, text);
    return error < ARM_SELFTEST_LIMIT ? 0 : 1;
}
