/**
 * A part of a page while it loads. What lies below it on the page is hidden until it is there (`base.css`), or it would move
 * under the pointer of somebody who is about to press it.
 */
export function Waiting({ className }: { className: string | undefined }) {
  return <div className={`${className} skeleton`} aria-busy="true" data-waiting={true} />;
}

/** In place of a part that is shown only after some answers: what lies below it waits for the answer. */
export function MayCome() {
  return <span data-waiting={true} />;
}
