/** Events in virtual time, in order of time; events at the same time in the order in which they were scheduled. */
export interface Schedule {
  /** Milliseconds since the start. */
  now: () => number;
  /** Schedules an event; returns a function that cancels it. */
  after: (ms: number, what: () => void) => () => void;
  /** Runs the next event; false when nothing is scheduled before `until`. */
  step: (until: number) => boolean;
}

interface Plan {
  at: number;
  order: number;
  what: (() => void) | undefined;
}

const isBefore = (a: Plan, b: Plan) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Makes an empty schedule. */
export function createSchedule(): Schedule {
  /** A binary heap: each event is before its two children. */
  const plans: Plan[] = [];
  let now = 0;
  let order = 0;

  function add(plan: Plan): void {
    let index = plans.push(plan) - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = plans[above] as Plan;
      if (!isBefore(plan, parent)) break;
      plans[index] = parent;
      index = above;
    }
    plans[index] = plan;
  }

  function removeFirst(): void {
    const last = plans.pop() as Plan;
    if (plans.length === 0) return;
    let index = 0;
    for (;;) {
      let below = 2 * index + 1;
      if (below >= plans.length) break;
      if (below + 1 < plans.length && isBefore(plans[below + 1] as Plan, plans[below] as Plan)) below += 1;
      if (!isBefore(plans[below] as Plan, last)) break;
      plans[index] = plans[below] as Plan;
      index = below;
    }
    plans[index] = last;
  }

  return {
    now: () => now,
    after(ms, what) {
      const plan: Plan = { at: now + ms, order, what };
      order += 1;
      add(plan);
      return () => {
        plan.what = undefined;
      };
    },
    step(until) {
      for (let first = plans[0]; first && first.at <= until; first = plans[0]) {
        removeFirst();
        const { what } = first;
        if (!what) continue;
        now = first.at;
        what();
        return true;
      }
      now = until;
      return false;
    },
  };
}
