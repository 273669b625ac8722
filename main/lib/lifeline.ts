import { existsSync } from 'node:fs';

/** A program and its arguments, ready to be spawned. */
export interface ShellCommand {
  readonly file: string;
  readonly args: readonly string[];
}

interface Shell {
  readonly file: string;
  readonly flags: readonly string[];
  readonly isBash: boolean;
}

/**
 * `-p`: bash takes no functions, options or start-up file from the environment. `--norc`: given a command and a socket as its
 * input, which is what our pipes are, bash thinks that it was started by a remote login and would run the person's `.bashrc`.
 */
function findShell(): Shell {
  const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((one) => existsSync(one));
  return bash === undefined
    ? { file: '/bin/sh', flags: ['-c'], isBash: false }
    : { file: bash, flags: ['--norc', '-p', '-c'], isBash: true };
}

/** Closes the descriptors above `kept` that leaked in from the browser engine. Only bash can close those above 9. */
function closeInherited(shell: Shell, kept: number): string {
  if (!shell.isBash) {
    return Array.from({ length: 9 - kept }, (_, at) => `exec ${kept + 1 + at}>&-`).join('; ');
  }
  const close = `case $n in *[!0-9]*|[0-${kept}]) ;; *) eval "exec $n>&-" ;; esac`;
  return `for f in /proc/self/fd/* /dev/fd/*; do n=\${f##*/}; ${close}; done; unset f n OLDPWD`;
}

/**
 * Wraps a program for POSIX: a watcher in its process group reads descriptor 3, a pipe that only we hold. End of file means
 * that we are gone, and the whole group is killed. Spawn it detached. The watcher is forked twice, so that the program has
 * no child it does not know; `exec "$@"` hands the arguments over without parsing them.
 */
export function lifelineCommand(path: string, args: readonly string[]): ShellCommand {
  const shell = findShell();
  const watcher =
    '( (trap "" HUP INT TERM; read _ <&3; kill -KILL 0) </dev/null >/dev/null 2>&1 & )';
  const script = `${closeInherited(shell, 3)}; ${watcher}; exec 3<&-; exec "$@"`;
  return { file: shell.file, args: [...shell.flags, script, 'sh', path, ...args] };
}

/** A program that kills `pid` when its input ends. */
export function sentinelCommand(pid: number): ShellCommand {
  const shell = findShell();
  const script = `${closeInherited(shell, 2)}; trap "" HUP INT TERM; read _; kill -KILL "$1"`;
  return { file: shell.file, args: [...shell.flags, script, 'sh', String(pid)] };
}
