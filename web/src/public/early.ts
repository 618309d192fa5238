/* What a reader did on a rendered page before its scripts came: kept by `theme.js`, repeated when the page answers. */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

declare global {
  interface Window {
    doneEarly?: { pressed: HTMLElement | undefined; fields: Map<Field, Said>; stop: () => void };
  }
}

/** What a field said when it was used last. */
interface Said {
  value: string;
  checked: boolean;
}

/**
 * Stops `theme.js` from keeping what is done, as the page answers now: puts fields
 * back as they were rendered, then repeats all that was done.
 */
export async function repeatWhatIsDone(): Promise<void> {
  const { doneEarly } = window;
  if (!doneEarly) return;
  doneEarly.stop();
  delete window.doneEarly;
  for (const field of doneEarly.fields.keys()) putBack(field);
  for (const [field, said] of doneEarly.fields) {
    if (field.isConnected) fillIn(field, said);
    // The page renders, so that the next field is filled in on what this one changed.
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (doneEarly.pressed?.isConnected) doneEarly.pressed.click();
}

/** A radio button or a box to tick. */
const isChoice = (field: Field): field is HTMLInputElement => ['radio', 'checkbox'].includes(field.type);

/** Makes a field say what it was rendered with, and with a radio button those of its group. */
function putBack(field: Field): void {
  if (field instanceof HTMLSelectElement) {
    for (const option of field.options) option.selected = option.defaultSelected;
  } else if (isChoice(field)) {
    const group = field.name ? document.querySelectorAll<HTMLInputElement>(`[name="${field.name}"]`) : [field];
    for (const one of group) one.checked = one.defaultChecked;
  } else field.value = field.defaultValue;
}

/** Fills a field in as a reader does. */
function fillIn(field: Field, { value, checked }: Said): void {
  if (isChoice(field)) {
    if (field.checked !== checked && (checked || field.type === 'checkbox')) field.click();
  } else if (field instanceof HTMLSelectElement) say(field, HTMLSelectElement.prototype, value, 'change');
  else if (field instanceof HTMLInputElement) say(field, HTMLInputElement.prototype, value, 'input');
  else say(field, HTMLTextAreaElement.prototype, value, 'input');
}

/** Sets a value without React's own setter: after that one React takes the value for known, and calls no handler. */
function say(field: Field, prototype: object, value: string, event: 'input' | 'change'): void {
  if (field.value === value) return;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}
