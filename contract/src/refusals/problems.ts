import type * as z from 'zod/mini';
import type { Problem, ProblemCode } from './problem.words.ts';

type Issue = z.core.$ZodIssue;

const codeOfType: Record<string, ProblemCode> = {
  string: 'not_text',
  number: 'not_a_number',
  int: 'not_an_integer',
  boolean: 'not_yes_or_no',
};

/** Returns the code of an issue: the check's own code if it has one, else derived from Zod's issue. */
function codeOfIssue(issue: Issue): ProblemCode {
  // Zod's own messages are sentences.
  if (/^\w+$/.test(issue.message)) return issue.message as ProblemCode;
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined || issue.input === null) return 'required';
    return codeOfType[issue.expected] ?? 'invalid';
  }
  if (issue.code === 'invalid_value') return issue.input === undefined ? 'required' : 'invalid_choice';
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return issue.minimum === 1 || issue.input === '' ? 'required' : 'too_short';
    return issue.origin === 'array' ? 'too_few' : 'too_small';
  }
  if (issue.code === 'too_big') {
    if (issue.origin === 'string') return 'too_long';
    return issue.origin === 'array' ? 'too_many' : 'too_big';
  }
  return 'invalid';
}

/** Converts all Zod issues to problems, in the order of the fields; needs `reportInput`. */
export function problemsOf(error: z.core.$ZodError, under?: string): Problem[] {
  return error.issues.map((issue) => {
    const values: Record<string, string | number> = {};
    if ('minimum' in issue) values.minimum = Number(issue.minimum);
    if ('maximum' in issue) values.maximum = Number(issue.maximum);
    const path = [...(under ? [under] : []), ...issue.path].map(String).join('.');
    return { path, code: codeOfIssue(issue), ...(Object.keys(values).length > 0 && { values }) };
  });
}
