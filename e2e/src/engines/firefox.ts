import puppeteer, { type Browser, type ElementHandle } from 'puppeteer-core';
import { type Engine, type EnginePage, findControl, findProgram, waitFor } from './engine.ts';

/** Firefox, by WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: () => (findFirefox() ? [] : ['firefox-esr']),
  async start({ width, height }) {
    const browser = idle.pop() ?? (await launch());
    // Its own cookies, storage and workers, as on another phone.
    const container = await browser.createBrowserContext();
    const page = await container.newPage();
    await page.setViewport({ width, height });

    async function find(name: string, kind: 'control' | 'field'): Promise<ElementHandle<Element>> {
      const found: ElementHandle<Element>[] = [];
      await waitFor(`${kind} ${name}`, async () => {
        const handle = await page.evaluateHandle(`(${findControl})(${JSON.stringify(name)}, '${kind}')`);
        const element = handle.asElement();
        if (element) found.push(element as ElementHandle<Element>);
        return element !== null;
      });
      const [first] = found;
      if (!first) throw new Error(`There is no ${kind} ${name}.`);
      return first;
    }

    const driven: EnginePage = {
      async open(address) {
        await page.goto(address, { waitUntil: 'domcontentloaded' });
      },
      async reload() {
        await page.reload({ waitUntil: 'domcontentloaded' });
      },
      run: (source, ...args) => page.evaluate(`(${source})(...${JSON.stringify(args)})`),
      async press(name) {
        const found = await find(name, 'control');
        await found.scrollIntoView();
        await found.click();
      },
      async fill(label, value) {
        const found = await find(label, 'field');
        await found.evaluate((field) => (field as HTMLInputElement).select());
        await found.type(value);
      },
      async enter(text) {
        await page.keyboard.type(text);
        await page.keyboard.press('Enter');
      },
      async choose(path) {
        const field = await page.waitForSelector('input[type=file]');
        await (field as ElementHandle<HTMLInputElement> | null)?.uploadFile(path);
      },
      print: () => page.pdf({ preferCSSPageSize: true }),
      async close() {
        await container.close();
        idle.push(browser);
      },
    };
    return driven;
  },
  async stop() {
    for (const browser of idle.splice(0)) await browser.close();
  },
};

/**
 * Browsers without a page, which later pages use, because a start takes longer than most tests. Two pages never share one:
 * the page behind would be hidden, and stop reading.
 */
const idle: Browser[] = [];

const launch = () =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? 'firefox',
    headless: true,
    defaultViewport: null,
    extraPrefsFirefox: {
      'intl.accept_languages': 'fr-FR, fr',
      'intl.locale.requested': 'fr',
      // A camera that shows a colour.
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
    },
  });

const findFirefox = () => findProgram('firefox-esr') ?? findProgram('firefox');
