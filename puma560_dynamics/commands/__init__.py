"""The subcommands of `puma560`, one a file; each adds its parser and runs its job."""
