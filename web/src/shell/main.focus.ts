/** Moves the focus into the content of the page, for keyboards and screen readers. */
export function focusMain(options?: FocusOptions): void {
  const main = document.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus(options);
}
