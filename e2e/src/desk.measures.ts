import { startProduct } from '@dossard/testbed/product/product.ts';
import { chromium } from '@playwright/test';
import { measureAllRuns } from './all.runs.measure.ts';
import { findBrowser } from './browser.ts';
import { measureCodes } from './codes.measure.ts';
import { measureFastEntry } from './fast.entry.measure.ts';
import { measureJudge } from './judge.measure.ts';
import { measureWaiting } from './waiting.measure.ts';

/*
 * `npm run dossard -- desk`: how long a judge takes from a zone's code to the first rider, and the organisers' pages for 100 runs
 * typed from paper, for a list of 30,000 runs, and for 60 runs that a phone shows as QR codes; and what a waiting phone does in an
 * hour. Prints one JSON object at the end.
 */

const product = await startProduct();
Object.assign(process.env, { JOURNEY_URL: product.url, JOURNEY_DATA: product.dataDir });
const { launchOptions } = await findBrowser();
const browser = await chromium.launch(launchOptions);
try {
  const judge = await measureJudge(browser);
  const all_runs = await measureAllRuns(browser, product);
  const codes = await measureCodes(browser);
  const fast_entry = await measureFastEntry(browser);
  const waiting = await measureWaiting(browser);
  console.log(JSON.stringify({ judge, fast_entry, all_runs, codes, waiting }, null, 2));
} finally {
  await browser.close();
  await product.stop();
}
