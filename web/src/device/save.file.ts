/** How long the browser can read the file for the download, in milliseconds. */
const keptMs = 60_000;

/** Downloads data as a JSON file under a name. */
export const saveJson = (data: unknown, name: string): void =>
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), name);

/** Downloads a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}
