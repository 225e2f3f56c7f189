import { join, relative } from 'node:path';

/**
 * What a path of a Unix domain socket may have, in bytes: `sun_path` is 108 long on Linux and 104
 * on macOS, with a zero at its end (`man 7 unix`).
 */
export const MAX_SOCKET_PATH_BYTES = 103;

/** The folder of the socket through which the running product takes the operator's commands. */
export function socketFolder(dataDir: string): string {
  return join(dataDir, 'operator');
}

/** The socket itself, as it is shorter: from the root or from the folder of this process. */
export function socketPath(dataDir: string, workingDirectory: string): string {
  const absolute = join(socketFolder(dataDir), 'socket');
  const short = relative(workingDirectory, absolute);
  return short.length < absolute.length ? short : absolute;
}
