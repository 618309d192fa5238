import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Builder, By, error, Key, until, type WebElement } from 'selenium-webdriver';
import { type Engine, type EnginePage, findControl, findProgram, waitFor } from './engine.ts';

/** The engine of Safari, as WebKitGTK, by WebDriver on a screen that nobody sees. */
export const webkit: Engine = {
  name: 'WebKit',
  missing: () => [
    ...(findProgram('WebKitWebDriver') && findMiniBrowser() ? [] : ['webkit2gtk-driver']),
    ...(findProgram('Xvfb') ? [] : ['xvfb']),
  ],
  async start({ width, height }) {
    const display = await startScreen();
    const port = await freePort();
    const env = {
      ...process.env,
      ...display.env,
      LANG: 'fr_FR.UTF-8',
      LANGUAGE: 'fr',
      // Without a graphics card, OpenGL is computed by the processor.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    };
    const server = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
    const address = `http://127.0.0.1:${port}`;
    await waitFor('WebKitWebDriver', () => isAnswering(`${address}/status`));
    const driver = await new Builder()
      .usingServer(address)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation', ...camera] },
      })
      .build();
    await driver.manage().window().setRect({ width, height, x: 0, y: 0 });
    const call = (source: string, args: unknown[]) => driver.executeScript(`return (${source})(...arguments)`, ...args);

    async function find(name: string, kind: 'control' | 'field'): Promise<WebElement> {
      let found: unknown;
      await waitFor(`${kind} ${name}`, async () => {
        found = await call(findControl, [name, kind]);
        return found !== null;
      });
      return found as WebElement;
    }

    const driven: EnginePage = {
      open: (to) => driver.get(to),
      reload: () => driver.navigate().refresh(),
      run: (source, ...args) => call(source, args).catch(nothingBetweenPages),
      async press(name) {
        await waitFor(`control ${name} that can be clicked`, async () => {
          const found = await find(name, 'control');
          return call('(element) => element.scrollIntoView({ block: "center" })', [found])
            .then(() => found.click())
            .then(() => true, isReplaced);
        });
      },
      async fill(label, value) {
        const found = await find(label, 'field');
        await found.clear();
        await found.sendKeys(value);
      },
      enter: (text) => driver.actions().sendKeys(text, Key.ENTER).perform(),
      async choose(path) {
        const field = await driver.wait(until.elementLocated(By.css('input[type=file]')));
        await field.sendKeys(path);
      },
      // WebKitWebDriver has no command for it, and MiniBrowser prints by GTK's dialog only.
      print: async () => undefined,
      async close() {
        await driver.quit();
        await end(server);
        await end(display.process);
      },
    };
    return driven;
  },
  // Each page has a driver and a screen of its own.
  stop: async () => {},
};

/** Returns false if a control was replaced or covered before it was clicked, as while a page loads; throws otherwise. */
function isReplaced(problem: unknown): false {
  const { StaleElementReferenceError, ElementClickInterceptedError, ElementNotInteractableError } = error;
  const kinds = [StaleElementReferenceError, ElementClickInterceptedError, ElementNotInteractableError];
  if (kinds.some((kind) => problem instanceof kind)) return false;
  throw problem;
}

/** Settings by which a page gets WebKit's own camera of moving colours. */
const camera = ['--enable-media-stream=true', '--enable-mock-capture-devices=true'];

/** Finds WebKitGTK's own browser in the folders of its versions. */
function findMiniBrowser(): string | undefined {
  const libraries = '/usr/lib';
  if (!existsSync(libraries)) return undefined;
  const machines = readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu'));
  return machines
    .flatMap((machine) =>
      readdirSync(join(libraries, machine))
        .filter((name) => name.startsWith('webkit2gtk-'))
        .map((version) => join(libraries, machine, version, 'MiniBrowser')),
    )
    .find((path) => existsSync(path));
}

/** Starts a screen in memory, which chooses its own free number. */
async function startScreen(): Promise<{ process: ChildProcess; env: { DISPLAY: string } }> {
  const process = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    process.stdio[3]?.once('data', (line: Buffer) => resolve(String(line).trim()));
    process.once('exit', () => reject(new Error('The screen in memory did not start.')));
  });
  return { process, env: { DISPLAY: `:${number}` } };
}

const isAnswering = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The machine gave no port.');
  return address.port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
}

/** Returns undefined for a script whose page was left before it had answered; throws any other error. */
function nothingBetweenPages(thrown: unknown): undefined {
  if (thrown instanceof error.WebDriverError && thrown.message === 'Could not parse script result') return;
  throw thrown;
}
