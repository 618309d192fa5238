import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createEvent } from '@dossard/testbed/product/event.ts';
import { environmentOf, root, signIn, startProduct } from '@dossard/testbed/product/product.ts';
import { submissionOf } from './events.ts';
import { type Figure, median, millisecondsOf } from './figure.ts';
import { requestsPerSecond } from './load.ts';

const runs = 30_000;
const riders = 100;
const rounds = 5;

/**
 * Measures the whole command `npm run verify` over the log of 30,000 recorded runs, in seconds, beside the idle server.
 * It has a server of its own, because others hold rows that no log knows (`makeField`), which the command reports.
 */
export async function measureVerify(): Promise<Figure> {
  const product = await startProduct();
  const seconds: number[] = [];
  try {
    const reader = { url: product.url, cookie: await signIn(product.url) };
    const event = await createEvent(reader, riders);
    await requestsPerSecond(`${reader.url}/api/run`, {
      connections: 16,
      amount: runs,
      method: 'POST',
      headers: { cookie: reader.cookie, 'content-type': 'application/json' },
      body: (index) => JSON.stringify(submissionOf(event, `verify-${index}`, (index % riders) + 1)),
      status: 201,
    });
    // The first round is a warm-up and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      const taken = (await millisecondsOf(() => verify(product.dataDir))) / 1000;
      if (round > 0) seconds.push(taken);
    }
  } finally {
    await product.stop();
  }
  return {
    value: median(seconds),
    unit: 's',
    reach: '≤ 2',
    note: `${runs} runs, ${seconds.map((one) => one.toFixed(2)).join(', ')} s with the start of the command`,
  };
}

async function verify(dataDir: string): Promise<void> {
  const child = spawn('npm', ['run', '--silent', 'verify'], {
    cwd: root,
    env: environmentOf(0, dataDir),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`verify ended with ${code}.`);
}
