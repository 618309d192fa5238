import { get } from 'node:http';

/** An answer that takes longer is none, in milliseconds. */
const patienceMs = 5_000;

/** Asks a server on this machine; says whether it answered well and in time. */
export function answersWell(port: string | number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('error', () => resolve(false));
    asked.setTimeout(patienceMs, () => asked.destroy());
  });
}
