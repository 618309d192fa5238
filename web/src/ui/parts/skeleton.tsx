/**
 * Reserves the height of a part of a page while it loads, in rem. The content below it is hidden until then
 * (`base.css`).
 */
export function Skeleton({ height }: { height: number }) {
  return <div className="skeleton" style={{ minHeight: `${height}rem` }} aria-busy="true" data-waiting={true} />;
}
