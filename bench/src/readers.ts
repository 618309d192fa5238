import { connect, type Socket } from 'node:net';

/*
 * Readers of rankings over few persistent connections, as cheap as possible, because they share two cores with the
 * measured product.
 */

const connections = 64;

export interface Readers {
  /** Requests an address on the connection with the fewest pending requests. */
  read(path: string): void;
  answered(): number;
  close(): void;
}

/** Opens readers; `onAnswer` gets the version of each ranking and the time of its arrival. */
export function openReaders(url: string, onAnswer: (version: number, at: number) => void): Readers {
  const { hostname, port, host } = new URL(url);
  let answered = 0;
  const lines = Array.from({ length: connections }, () => {
    const line = { socket: connect(Number(port), hostname), waiting: [] as string[], isBusy: false, text: '' };
    line.socket.setNoDelay(true).on('data', (bytes) => {
      line.text += bytes.toString('latin1');
      const length = lengthOf(line.text);
      if (length === undefined || line.text.length < length) return;
      const [, version] = /^etag: (?:W\/)?"v(\d+)/im.exec(line.text) ?? [];
      if (!/^HTTP\/1\.1 (200|304)/.test(line.text)) throw new Error(line.text.slice(0, 200));
      onAnswer(Number(version), performance.now());
      answered += 1;
      line.text = '';
      line.isBusy = false;
      send(line);
    });
    return line;
  });

  function send(line: (typeof lines)[number]): void {
    const path = line.isBusy ? undefined : line.waiting.shift();
    if (path === undefined) return;
    line.isBusy = true;
    line.socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: gzip\r\n\r\n`);
  }

  let next = 0;
  return {
    read(path) {
      next = (next + 1) % lines.length;
      const line = lines[next];
      if (!line) return;
      line.waiting.push(path);
      send(line);
    },
    answered: () => answered,
    close() {
      for (const { socket } of lines) end(socket);
    },
  };
}

const end = (socket: Socket) => socket.removeAllListeners('data').destroy();

/** Returns the length of the first answer in a text; undefined until its head is complete. */
function lengthOf(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const [, length = '0'] = /^content-length: (\d+)/im.exec(text.slice(0, head)) ?? [];
  return head + 4 + Number(length);
}
