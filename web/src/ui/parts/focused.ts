/** A `ref` that focuses an element that has just replaced another, for screen readers and keyboards. */
export const focused = (element: HTMLElement | null): void => element?.focus();
