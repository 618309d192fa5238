import { Socket } from 'node:net';
import pg from 'pg';

/** A connection to PostgreSQL that can be dropped: closed without notifying the other end, which may be unreachable. */
export class Connection extends pg.Client {
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
  }

  drop(): void {
    this.#socket.destroy();
  }
}
