/**
 * A hash of all events in order. Two plays of one seed must have the same; otherwise the play depends on something
 * else.
 */
export class Trace {
  #hash = 0x811c9dc5;

  /** Adds an event with its details as numbers. */
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
