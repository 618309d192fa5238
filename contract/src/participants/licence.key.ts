/** Normalises a licence for comparison; undefined without a letter or digit. */
export function licenceKey(licence: string | null): string | undefined {
  const key = (licence ?? '').toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return key === '' ? undefined : key;
}
