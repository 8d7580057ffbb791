/* The split of section 3 in compiled code, to measure the cost of passing 168 elements from one processor to another.
 *
 * One thread publishes configurations and reads the newest elements, which the other thread publishes. Each channel has
 * two slots and a number, as in puma560_dynamics/papers/decomposition/worker.py, but fences in place of checksums. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { JOINTS = 6, PAIRS = 15, ELEMENTS = JOINTS * (2 * JOINTS + PAIRS + 1), ROUNDS = 20, TRIPS = 200, SPINS = 10000, SLOWEST_TRIP = 1000 };

#define CHANNEL(n)                        \
    struct {                              \
        _Alignas(64) _Atomic uint64_t number; \
        _Alignas(64) double slot[2][n];   \
    }

static CHANNEL(JOINTS) configurations;
static CHANNEL(ELEMENTS) elements;
static _Atomic int stop;
static _Atomic long pause_ns;

#define WRITE(channel, values)                                                             \
    do {                                                                                   \
        uint64_t next = atomic_load_explicit(&(channel).number, memory_order_relaxed) + 1; \
        atomic_thread_fence(memory_order_release);                                         \
        memcpy((channel).slot[next % 2], values, sizeof(channel).slot[0]);                 \
        atomic_store_explicit(&(channel).number, next, memory_order_release);              \
    } while (0)

/* Read the newest slot; read again if another value was published meanwhile. The writer fills the other slot. */
#define READ(channel, values, seen)                                               \
    do {                                                                          \
        do {                                                                      \
            seen = atomic_load_explicit(&(channel).number, memory_order_acquire); \
            memcpy(values, (channel).slot[seen % 2], sizeof(channel).slot[0]);    \
            atomic_thread_fence(memory_order_acquire);                            \
        } while (atomic_load_explicit(&(channel).number, memory_order_relaxed) != seen); \
    } while (0)

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static void *answer(void *unused) {
    double q[JOINTS], values[ELEMENTS] = {0};
    uint64_t answered = 0, seen;
    for (int idle = 0; !atomic_load_explicit(&stop, memory_order_relaxed);) {
        if (atomic_load_explicit(&configurations.number, memory_order_acquire) == answered) {
            if (++idle % SPINS == 0) sched_yield(); /* in case both threads share a processor */
            continue;
        }
        READ(configurations, q, seen);
        long wait = atomic_load_explicit(&pause_ns, memory_order_relaxed); /* simulates an evaluation */
        for (double end = wait ? now(CLOCK_MONOTONIC) + (double)wait : 0.0; wait && now(CLOCK_MONOTONIC) < end;) {}
        values[0] = q[0];
        values[ELEMENTS - 1] = (double)seen;
        WRITE(elements, values);
        answered = seen;
    }
    return unused;
}

/* Equation (1) with all elements: A, B, C (rows of JOINTS, PAIRS, JOINTS), then g. Return the sum of the torques. */
__attribute__((noinline)) static double products(const double *e, const double *qd, const double *qdd) {
    const double *a = e, *b = a + JOINTS * JOINTS, *c = b + JOINTS * PAIRS, *g = c + JOINTS * JOINTS;
    double pairs[PAIRS], squares[JOINTS], sum = 0.0;
    for (int j = 0, p = 0; j < JOINTS; ++j) {
        squares[j] = qd[j] * qd[j];
        for (int k = j + 1; k < JOINTS; ++k) pairs[p++] = qd[j] * qd[k];
    }
    for (int i = 0; i < JOINTS; ++i) {
        double torque = g[i];
        for (int j = 0; j < JOINTS; ++j) torque += a[JOINTS * i + j] * qdd[j] + c[JOINTS * i + j] * squares[j];
        for (int p = 0; p < PAIRS; ++p) torque += b[PAIRS * i + p] * pairs[p];
        sum += torque;
    }
    return sum;
}

static int upwards(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double median(double *figures) {
    qsort(figures, ROUNDS, sizeof *figures, upwards);
    return figures[ROUNDS / 2];
}

static double half_trip(int trips) {
    double q[JOINTS] = {0}, e[ELEMENTS], began = now(CLOCK_MONOTONIC);
    for (int i = 0; i < trips; ++i) {
        uint64_t seen;
        WRITE(configurations, q);
        double asked = (double)atomic_load_explicit(&configurations.number, memory_order_relaxed);
        for (int idle = 1; ; ++idle) {
            READ(elements, e, seen);
            if (e[ELEMENTS - 1] == asked) break;
            if (idle % SPINS == 0) sched_yield();
        }
    }
    return (now(CLOCK_MONOTONIC) - began) / (2.0 * trips);
}

static double torques(int count, int shared) {
    double q[JOINTS] = {0}, qd[JOINTS] = {1, 2, 3, 4, 5, 6}, qdd[JOINTS] = {1, 1, 1, 1, 1, 1}, e[ELEMENTS] = {1};
    volatile double sink = 0.0;
    double began = now(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < count; ++i) {
        q[0] = qd[0] = i;
        if (shared) {
            uint64_t seen;
            WRITE(configurations, q);
            READ(elements, e, seen);
        }
        sink = products(e, qd, qdd);
    }
    (void)sink;
    return (now(CLOCK_THREAD_CPUTIME_ID) - began) / count;
}

/* Return whether the other thread had its own processor for the last `spent` ns, judged by its number of answers. */
static int had_its_own(uint64_t count, double spent, double evaluation) {
    return (double)count > 0.5 * spent / (evaluation + SLOWEST_TRIP);
}

/* Measure times in ns. out[0]: half a round trip, in the fastest round; out[1]: the products of a torque without
 * channels, median; out[2]: the same with publishing and reading, while the other thread takes `evaluation` ns per
 * evaluation. A round in which the threads shared a processor is repeated. Return 0; 1 if no thread can be created;
 * 2 if the machine is too busy for enough rounds in `tries`. */
int split(long evaluation, int tries, double *out) {
    double own[ROUNDS], shared[ROUNDS];
    int rounds = 0;
    pthread_t other;
    atomic_store(&stop, 0);
    atomic_store(&configurations.number, 0);
    if (pthread_create(&other, NULL, answer, NULL)) return 1;
    out[0] = 1e12;
    for (; rounds < ROUNDS && tries > 0; --tries) {
        atomic_store(&pause_ns, 0);
        double trip = half_trip(TRIPS);
        if (trip < out[0]) out[0] = trip;
        own[rounds] = torques(20000, 0);
        atomic_store(&pause_ns, evaluation);
        double began = now(CLOCK_MONOTONIC);
        uint64_t first = atomic_load(&elements.number);
        shared[rounds] = torques(20000, 1);
        rounds += had_its_own(atomic_load(&elements.number) - first, now(CLOCK_MONOTONIC) - began, (double)evaluation);
    }
    atomic_store(&stop, 1);
    pthread_join(other, NULL);
    out[1] = median(own), out[2] = median(shared);
    return rounds < ROUNDS ? 2 : 0;
}
