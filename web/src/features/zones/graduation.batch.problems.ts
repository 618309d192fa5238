import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { type RefObject, useState } from 'react';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { useFocusOnProblem } from '../../ui/forms/checked.form.ts';
import { readBatch } from './graduation.batch.ts';

/** Marks the problems of the fields of groups and points in a form; `taken` are the graduations of the zone. */
export function useBatchProblems(form: RefObject<HTMLFormElement | null>, taken: readonly Graduation[]) {
  const words = useGenderWords();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [marked, setMarked] = useState<Record<string, string>>({});
  useFocusOnProblem(form, marked);
  const read = (of: HTMLFormElement) => readBatch(new FormData(of), taken, words);
  return {
    problems,
    /** Reads the fields, and marks their problems. */
    check(of: HTMLFormElement) {
      const found = read(of);
      setProblems(found.problems);
      setMarked(found.problems);
      return found;
    },
    /** Removes the marks of problems that are corrected. */
    recheck(of: HTMLFormElement) {
      if (Object.keys(problems).length > 0) setProblems(read(of).problems);
    },
  };
}
