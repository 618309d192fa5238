import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/parts/button.tsx';

interface Props {
  /** Names the list for screen readers. */
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Page navigation of a list; renders nothing if there is only one page. */
export function Pager({ label, page, pages, onPage }: Props) {
  if (pages <= 1) return null;
  return (
    <nav className="row" aria-label={label}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        ← <span className="visually-hidden">{m.previous_page()}</span>
      </Button>
      <span className="numbers">{m.page_of({ page, pages })}</span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        → <span className="visually-hidden">{m.next_page()}</span>
      </Button>
    </nav>
  );
}
