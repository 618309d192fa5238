/** How long the browser is given to begin with a file, in milliseconds. */
const keptMs = 60_000;

/** Has the browser keep a file under a name, as a download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}
