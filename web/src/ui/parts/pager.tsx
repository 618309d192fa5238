import { useEffect } from 'react';
import { m } from '../../paraglide/messages.js';
import { PlainButton } from './plain.button.tsx';

interface Props {
  /** Names the list for screen readers. */
  label: string;
  page: number;
  /** Number of entries in all, and on a page. */
  total: number;
  size: number;
  /** `correction` is true if the page does not exist any more. */
  onPage: (page: number, correction?: boolean) => void;
}

/** Leads to the other pages of a list; nothing if it has only one. */
export function Pager({ label, page, total, size, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / size));
  useEffect(() => {
    if (page > pages) onPage(pages, true);
  }, [page, onPage, pages]);
  if (pages <= 1) return null;
  return (
    <nav className="pages no-print needs-scripts" aria-label={label}>
      <PlainButton action="←" of={m.previous_page()} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <span className="numbers">{m.page_of({ page, pages })}</span>
      <PlainButton action="→" of={m.next_page()} disabled={page >= pages} onClick={() => onPage(page + 1)} />
    </nav>
  );
}
