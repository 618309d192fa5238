/** A `ref` that focuses an element that has just replaced another, for screen readers and keyboards. */
export const focused = (element: HTMLElement | null): void => element?.focus();

/** The props of a heading that has just replaced another. */
export const justShown = { ref: focused, tabIndex: -1 };
