/**
 * A part of a page while it loads. The content below it is hidden until the part has loaded (`base.css`); otherwise it
 * would move under the pointer just before a click.
 */
export function Waiting({ className }: { className: string | undefined }) {
  return <div className={`${className} skeleton`} aria-busy="true" data-waiting={true} />;
}

/** Takes the place of a part that may appear after loading, so that the content below waits. */
export function MayCome() {
  return <span data-waiting={true} />;
}
