/* What a reader did on a rendered page before its scripts loaded: recorded by `theme.js`, replayed after hydration. */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

declare global {
  interface Window {
    doneEarly?: { pressed: Set<HTMLElement>; fields: Map<Field, FieldState>; sent?: HTMLFormElement; stop: () => void };
  }
}

/** The state of a field after its last use. */
interface FieldState {
  value: string;
  checked: boolean;
}

/**
 * Stops the recording in `theme.js` once the page is hydrated: resets the fields to their rendered state, then replays
 * all recorded input.
 */
export async function replayEarlyActions(): Promise<void> {
  const { doneEarly } = window;
  if (!doneEarly) return;
  doneEarly.stop();
  delete window.doneEarly;
  for (const field of doneEarly.fields.keys()) resetField(field);
  for (const [field, state] of doneEarly.fields) {
    if (field.isConnected) fillIn(field, state);
    // Let the page render, because this field may change the next one.
    await new Promise((resolve) => setTimeout(resolve));
  }
  for (const pressed of doneEarly.pressed) if (pressed.isConnected) pressed.click();
  if (doneEarly.sent?.isConnected) doneEarly.sent.requestSubmit();
}

/** A radio button or a checkbox. */
const isChoice = (field: Field): field is HTMLInputElement => ['radio', 'checkbox'].includes(field.type);

/** Resets a field to its rendered state; a radio button with its whole group. */
function resetField(field: Field): void {
  if (field instanceof HTMLSelectElement) {
    for (const option of field.options) option.selected = option.defaultSelected;
  } else if (isChoice(field)) {
    const group = field.name ? document.querySelectorAll<HTMLInputElement>(`[name="${field.name}"]`) : [field];
    for (const one of group) one.checked = one.defaultChecked;
  } else field.value = field.defaultValue;
}

/** Fills in a field as a reader would. */
function fillIn(field: Field, { value, checked }: FieldState): void {
  if (isChoice(field)) {
    if (field.checked !== checked && (checked || field.type === 'checkbox')) field.click();
  } else if (field instanceof HTMLSelectElement) setNativeValue(field, HTMLSelectElement.prototype, value, 'change');
  else if (field instanceof HTMLInputElement) setNativeValue(field, HTMLInputElement.prototype, value, 'input');
  else setNativeValue(field, HTMLTextAreaElement.prototype, value, 'input');
}

/**
 * Sets a value by the native setter: with React's own setter, React would treat the value as known and call no handler.
 */
function setNativeValue(field: Field, prototype: object, value: string, event: 'input' | 'change'): void {
  if (field.value === value) return;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}
