import { connect, createServer, type Socket } from 'node:net';

/** The network between a page and the product, which a test cuts and mends. */
export interface FieldNetwork {
  /** The product's address on this side. */
  url: string;
  cut: () => void;
  /** Answers this address itself, in the server's place and also while it is cut. */
  answer: (path: string, headers: Record<string, string>, body?: string) => void;
  /** Restores the network, and forgets its own answers. */
  mend: () => void;
  close: () => Promise<void>;
}

/** Opens a network to the product at an address; while it is cut, connections end at once. */
export async function openFieldNetwork(to: string): Promise<FieldNetwork> {
  const { hostname, port } = new URL(to);
  const open = new Set<Socket>();
  const answers = new Map<string, string>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut && answers.size === 0) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    far.pipe(near);
    // A browser sends the next request of a connection after the answer to the one before, so each begins a piece.
    near.on('data', (piece) => {
      const own = answers.get(/^GET (\S+) /.exec(piece.toString('latin1'))?.[1] ?? '');
      if (own !== undefined) near.end(own);
      else if (isCut) near.destroy();
      else far.write(piece);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The machine gave no port.');
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true;
      endAll();
    },
    answer(path, headers, body = '') {
      const all = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
      answers.set(path, ['HTTP/1.1 200 OK', ...lines, '', body].join('\r\n'));
    },
    mend() {
      isCut = false;
      answers.clear();
    },
    async close() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
