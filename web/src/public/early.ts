/* What a reader did on a rendered page before its scripts loaded: recorded by `theme.js`, replayed after hydration. */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

declare global {
  interface Window {
    doneEarly?: {
      pressed: Set<HTMLElement>;
      fields: Map<Field, FieldState>;
      sent?: HTMLFormElement;
      stop: () => void;
      /** True while an event is a replayed one, which the page handles. */
      isOurs?: boolean;
    };
  }
}

/** The state of a field after its last use. */
interface FieldState {
  value: string;
  checked: boolean;
}

/**
 * Replays all recorded input once the page is hydrated. What the reader does meanwhile is recorded too, and replayed
 * after it: otherwise a form would be sent before all its fields are filled in again.
 */
export async function replayEarlyActions(): Promise<void> {
  const { doneEarly } = window;
  if (!doneEarly) return;
  for (const field of doneEarly.fields.keys()) resetField(field);
  // Fields that are used meanwhile come at the end of the map, and of this loop.
  for (const [field, state] of doneEarly.fields) {
    doneEarly.isOurs = true;
    resetField(field);
    if (field.isConnected) fillIn(field, state);
    doneEarly.isOurs = false;
    // Let the page render, because this field may change the next one.
    await new Promise((resolve) => setTimeout(resolve));
  }
  doneEarly.stop();
  delete window.doneEarly;
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
  } else if (field.value !== value) {
    // By the native setter: after React's own, which the field has itself, React would call no handler.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  }
}
