import { get } from 'node:http';

/** Timeout of an answer, in milliseconds. */
const patienceMs = 5_000;

/** Sends a request to a server on this machine; resolves to whether it answered well and in time. */
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
