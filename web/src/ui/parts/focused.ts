/** As `ref`: puts the focus on what has just taken a form's place, so that it is read out and the keyboard goes on there. */
export const focused = (element: HTMLElement | null): void => element?.focus();
