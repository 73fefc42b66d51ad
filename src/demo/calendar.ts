/** Working hours: mostly weekdays, late mornings and early afternoons, rarely weekends. All in UTC. */
import type { Random } from './random.ts';

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** The share of work in each hour from 7 to 19. */
const HOURS = [1, 4, 9, 10, 9, 4, 6, 9, 8, 6, 3, 1, 1];
const FIRST_HOUR = 7;
const WEEKEND = 0.06;

/** Midnight at the start of the day this many days before `now`. */
export function dayBefore(now: Date, days: number): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - days * DAY_MS);
}

/** How busy a day is: around 1 on weekdays (0.6 to 1.3 at random), low on weekends. */
export function busyness(day: Date, random: Random): number {
  const swing = 0.6 + 0.7 * random.fraction();
  return isWeekend(day) ? WEEKEND * swing : swing;
}

/** A time on that day when somebody works. */
export function momentOf(day: Date, random: Random): Date {
  let left = random.fraction() * HOURS.reduce((sum, weight) => sum + weight, 0);
  const index = HOURS.findIndex((weight) => (left -= weight) < 0);
  const hour = FIRST_HOUR + Math.max(index, 0);
  return new Date(day.getTime() + (hour + random.fraction()) * 60 * MINUTE_MS);
}

/** A time this many days before `now`, or on the preceding weekday; never in the last minutes. */
export function workingMoment(now: Date, days: number, random: Random): Date {
  let day = dayBefore(now, days);
  while (isWeekend(day)) day = new Date(day.getTime() - DAY_MS);
  return new Date(Math.min(momentOf(day, random).getTime(), now.getTime() - random.between(5, 90) * MINUTE_MS));
}

/** The time this many minutes later. */
export function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * MINUTE_MS);
}

function isWeekend(day: Date): boolean {
  return day.getUTCDay() % 6 === 0;
}
