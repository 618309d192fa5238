import type { ReactNode } from 'react';
import './filters.css';

/** The fields that narrow a list down, without their labels, and how many were found as a status. */
export const Filters = ({ label, children }: { label?: string; children: ReactNode }) => (
  <search className="filters wordless" aria-label={label}>
    {children}
  </search>
);
