import { durable } from './durability.ts';

// The settings of Dossard's own PostgreSQL, for a laptop or a small machine. Passed on the command line, they override
// postgresql.conf and ALTER SYSTEM: no edited file can lose a committed run.

const settings: Record<string, string> = {
  ...Object.fromEntries(durable.map((name) => [name, 'on'])),
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // the path of a socket may have 107 bytes, and DATA_DIR may be longer
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync', // saves the three processes of io_method=worker
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log', // failed statements are reported by the application, and contain people's names
  log_checkpoints: 'off',
};

/** Returns the arguments of `postgres` for a data folder and a port. */
export function postgresArguments(folder: string, port: number): string[] {
  return [
    '-D',
    folder,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
}
