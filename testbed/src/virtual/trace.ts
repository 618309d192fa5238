/** A hash of what happened, in its order: two plays of one seed have the same, or something besides the seed had a say. */
export class Trace {
  #hash = 0x811c9dc5;

  /** Adds something that happened, and numbers that say what. */
  note(what: string, ...numbers: number[]): void {
    let hash = this.#hash;
    for (let index = 0; index < what.length; index += 1) hash = Math.imul(hash ^ what.charCodeAt(index), 0x01000193);
    for (const number of numbers) hash = Math.imul(hash ^ number, 0x01000193);
    this.#hash = hash;
  }

  get hash(): number {
    return this.#hash >>> 0;
  }
}
