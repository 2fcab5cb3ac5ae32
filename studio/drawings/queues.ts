import type { Queue } from './screens.ts';

/** The time of day on the phone and on the screen of all tables. */
export const EVENING = '21:47';

/** What the waiting list shows. */
export const QUEUES: readonly Queue[] = [
  {
    table: 'Table 1',
    game: '8-Ball',
    players: ['Youssef', 'Amine'],
    score: '6–4',
    waiting: ['Hicham', 'Zineb', 'Omar', 'Lina'],
  },
  {
    table: 'Table 2',
    game: '8-Ball',
    players: ['Rachid', 'Leila'],
    score: '3–6',
    waiting: ['Nadia', 'Anas', 'Ghita'],
  },
  {
    table: 'Table 3',
    game: '8-Ball',
    players: ['Imane', 'Karim'],
    score: '2–0',
    waiting: ['Ilyas', 'Sara', 'Tarik', 'Houda'],
  },
  {
    table: 'Table 4',
    game: 'Snooker',
    players: ['Salma', 'Mehdi'],
    score: '3–2',
    waiting: ['Reda', 'Amal', 'Simo'],
  },
];
