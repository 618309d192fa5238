import { existsSync } from 'node:fs';
import { join } from 'node:path';

/* Browsers of other engines than the journeys' own, driven as people use them: by the names of what they press and fill. */

/** An open page of an engine. */
export interface EnginePage {
  open: (address: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Runs the source of a function in the page, with its arguments; undefined if the page is left meanwhile. */
  run: (source: string, ...args: unknown[]) => Promise<unknown>;
  /** Clicks the visible control with this accessible name, or with a name that contains it, as a finger does. */
  press: (name: string) => Promise<void>;
  /** Types into the field with this label, in place of what is there. */
  fill: (label: string, value: string) => Promise<void>;
  /** Types into the field that has the focus, and presses Enter. */
  enter: (text: string) => Promise<void>;
  /** Chooses a file of this machine in the page's only field for files. */
  choose: (path: string) => Promise<void>;
  /** Returns the page on paper, as a PDF; undefined where the engine's driver cannot print. */
  print: () => Promise<Uint8Array | undefined>;
  close: () => Promise<void>;
}

export interface Engine {
  name: string;
  /** What is not installed: programs, with the Debian packages that have them. */
  missing: () => string[];
  /** Opens a page of this size, in French. */
  start: (size: { width: number; height: number }) => Promise<EnginePage>;
  /** Ends what its pages share. */
  stop: () => Promise<void>;
}

/** Finds a program in the folders of `PATH`. */
export const findProgram = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/**
 * How long a page may take to show what a test waits for, in milliseconds: longer than an attempt to send a run that ended
 * with its page is waited for (O3), and the longest rest after it.
 */
const patienceMs = 120_000;

/** Waits until a page's text contains these words. */
export async function waitForText(page: EnginePage, text: string): Promise<void> {
  let shown = '';
  await waitFor(
    `“${text}” on the page`,
    async () => {
      shown = await textOf(page);
      return shown.includes(text);
    },
    () => `It shows: ${shown.slice(-2000)}`,
  );
}

/** Waits until a condition holds; throws what it waited for otherwise. */
export async function waitFor(what: string, holds: () => Promise<boolean>, instead = () => ''): Promise<void> {
  const until = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`There is no ${what} after ${patienceMs / 1000} s. ${instead()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Reads the visible text of a page, with each space as an ordinary one. */
export const textOf = async (page: EnginePage): Promise<string> =>
  String(await page.run('() => document.body?.innerText ?? ""')).replace(/\s+/g, ' ');

/**
 * The source of the function that finds a control by its name in the page; exact names come first. A dialog hides what is
 * behind it. Returns null while there is none that can be used, and until it stands where it stood when last asked: a
 * dialog moves while it opens, and grows when its content arrives.
 */
export const findControl = `(name, kind) => {
  const tidy = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) => {
    const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
    const label = [...(element.labels ?? [])].map((one) => one.textContent).join(' ');
    return tidy(element.getAttribute('aria-label') || by.filter(Boolean).join(' ') || label || element.textContent);
  };
  const isShown = (element) => element.getClientRects().length > 0 || element.type === 'radio' || element.type === 'checkbox';
  const dialogs = [...document.querySelectorAll('[role=dialog]')];
  const room = dialogs.at(-1) ?? document;
  const kinds = { control: 'button, a[href], summary, [role=menuitem], input[type=radio], input[type=checkbox]', field: 'input, textarea, select' };
  const found = [...room.querySelectorAll(kinds[kind])].filter((one) => isShown(one) && !one.disabled);
  const matches = [(own) => own === name, (own) => own.startsWith(name), (own) => own.includes(name)];
  const control = matches.flatMap((isIt) => found.filter((one) => isIt(nameOf(one))))[0];
  if (!control) return null;
  const places = (window.placesOfControls ??= new WeakMap());
  const place = JSON.stringify(control.getBoundingClientRect());
  const stood = places.get(control) === place;
  places.set(control, place);
  return stood ? control : null;
}`;
