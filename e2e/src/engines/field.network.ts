import { connect, createServer, type Socket } from 'node:net';

/** The network between a page and the product, which a test cuts and mends. */
export interface FieldNetwork {
  /** The product's address on this side. */
  url: string;
  cut: () => void;
  mend: () => void;
  close: () => Promise<void>;
}

/** Opens a network to the product at an address; while it is cut, connections end at once. */
export async function openFieldNetwork(to: string): Promise<FieldNetwork> {
  const { hostname, port } = new URL(to);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
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
      one.pipe(other);
    }
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
    mend() {
      isCut = false;
    },
    async close() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
