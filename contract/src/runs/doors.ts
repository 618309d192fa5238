/** The doors of a zone, first to last: the one list of them, which schemas, statements, forms and prints follow. */
export const doorNames = ['door1', 'door2', 'door3', 'door4', 'door5', 'door6'] as const;
export type DoorName = (typeof doorNames)[number];
/** The doors won in a run. */
export type Doors = { [Name in DoorName]: boolean };

/** The last door of a zone. */
export const lastDoor = doorNames[doorNames.length - 1] as DoorName;

type PointsName = `points_${DoorName}`;
/** The points of each door, by the names of a graduation, first to last. */
export const pointsNames = doorNames.map((door): PointsName => `points_${door}`);
export type DoorPoints = { [Name in PointsName]: number };

/** Makes a value for each door; `index` counts from 0. */
export function forDoors<Value>(make: (door: DoorName, index: number) => Value): { [Name in DoorName]: Value } {
  const values = doorNames.map((door, index) => [door, make(door, index)] as const);
  return Object.fromEntries(values) as { [Name in DoorName]: Value };
}

/** Makes the points of each door, or what stands for them in a schema or table; `index` counts from 0. */
export function forPoints<Value>(make: (index: number) => Value): { [Name in PointsName]: Value } {
  const values = pointsNames.map((name, index) => [name, make(index)] as const);
  return Object.fromEntries(values) as { [Name in PointsName]: Value };
}

/** Packs the won doors into one number: a bit for each, the first door in the lowest. */
export const packDoors = (run: Doors): number =>
  doorNames.reduce((bits, door, index) => bits + (run[door] ? 2 ** index : 0), 0);

/** Unpacks a number of `packDoors`. */
export const unpackDoors = (bits: number): Doors => forDoors((_, index) => (bits & (2 ** index)) !== 0);

/** Picks the doors from a run or anything else that has them. */
export const doorsOf = (run: Doors): Doors => forDoors((door) => run[door]);
