import { describe, expect, test } from 'vitest';
import { linesPasted, nearDoubles } from '../../../src/core/tournament/pasted.ts';

const namesPasted = (text: string) => linesPasted(text).flatMap(({ text, isName }) => (isName ? [text] : []));

describe('a pasted list', () => {
  test.each([
    [
      'numbers',
      '1. Omar\n2) Salma\n03- Zoë\n4 Ali\n#5 Sara\n(6) Adil\n7°Nabil',
      'Omar|Salma|Zoë|Ali|Sara|Adil|Nabil',
    ],
    ['Arabic numbers', '١. أحمد\n٢- يوسف\n٣ـ سلمى', 'أحمد|يوسف|سلمى'],
    ['keycaps', '1️⃣ Omar\n🔟 Salma', 'Omar|Salma'],
    ['bullets', '- Omar\n• Salma\n* Zoë\n➤Ali\n*Sara*\n_Adil_', 'Omar|Salma|Zoë|Ali|Sara|Adil'],
    ['flags and emoji at the ends', '🇲🇦 Omar ✅\nSalma 👍🏽\n👨‍👩‍👧 Zoë', 'Omar|Salma|Zoë'],
    ['doubled spaces', 'Omar \t  Bennani  \n\n  \nSalma\u00A0 Alaoui', 'Omar Bennani|Salma Alaoui'],
    ['marks of direction', '\u200F\u2067أحمد\u2069\n\u200EOmar', 'أحمد|Omar'],
    [
      'what chats put before a message',
      '[20:15, 28/11/2026] Karim Snooker: Omar\n28/11/2026, 20:15 - +212 6 61: Salma\n11/28/26, 8:15 PM - Ali: 3. Zoë',
      'Omar|Salma|Zoë',
    ],
    ['numbers without a name', '1. Omar\n2.\n3. \n4)', 'Omar'],
    ['one line with commas', 'Omar, Salma، أحمد; Zoë 🎱', 'Omar|Salma|أحمد|Zoë'],
    ['lines of different systems', 'Omar\r\nSalma\rZoë', 'Omar|Salma|Zoë'],
  ])('%s are taken off', (_what, text, names) => {
    expect(namesPasted(text).join('|')).toBe(names);
  });

  test.each([
    '7amza',
    '3bdou',
    "O'Brien, Sean\nAli",
    'Jean-Pierre (payé)\nAli',
    'عبد الحق 2\nAli',
    'Ali 🎱 Omar\nAli',
  ])('%j keeps its names as they are', (text) => {
    expect(namesPasted(text).join('\n')).toBe(text);
  });

  test('a name is as long as a name may be', () => {
    expect(namesPasted(`${'a'.repeat(61)}\nAli`)).toEqual(['a'.repeat(60), 'Ali']);
  });
});

describe('lines that are no names are left out, but not lost', () => {
  test.each([
    [
      'French, numbered',
      'Tournoi vendredi 🎱\nInscrits (8) :\n1. Yassine\n2. Brahim El Fassi\n3. 7amza\n4- 3bdou',
      'Tournoi vendredi|Inscrits (8)',
      'Yassine|Brahim El Fassi|7amza|3bdou',
    ],
    [
      'Arabic, numbered',
      'السلام عليكم\nاللائحة:\n١. أسماء العلوي\n٢. عبد الحق\n٣. خميس',
      'السلام عليكم|اللائحة',
      'أسماء العلوي|عبد الحق|خميس',
    ],
    [
      'Darija in Latin letters, with bullets',
      'Salam khouti hadi lista\n- 7amza\n- 3bdou\n- Si Mo7\nRachid',
      'Salam khouti hadi lista',
      '7amza|3bdou|Si Mo7|Rachid',
    ],
    [
      'bold headings',
      '*Tournoi du vendredi*\n_Liste :_\n*Omar*\n*Salma*',
      'Tournoi du vendredi|Liste',
      'Omar|Salma',
    ],
    [
      'without numbers, in French',
      'Vendredi 28 novembre à 20h30\nListe des joueurs\nOmar\nMehdi Vendredi\nSalma (vient à 21h)\nPrix : 50 dh\nZoë',
      'Vendredi 28 novembre à 20h30|Liste des joueurs|Prix : 50 dh',
      'Omar|Mehdi Vendredi|Salma (vient à 21h)|Zoë',
    ],
    [
      'without numbers, in Arabic',
      'بطولة الجمعة 🎱\nيوم الجمعة 28 نونبر\nأحمد\nأسماء\nجمعة بنعلي',
      'بطولة الجمعة|يوم الجمعة 28 نونبر',
      'أحمد|أسماء|جمعة بنعلي',
    ],
    [
      'dates and times',
      '28/11/2026\n28 nov.\n1er mai\n20:30\n7amza\n1.7amza',
      '28/11/2026|1er mai|20:30',
      'nov|7amza|7amza',
    ],
    [
      'a greeting with an exclamation',
      'Bonjour les amis ! 🎱\nOmar\nSalma\nسلمى',
      'Bonjour les amis !',
      'Omar|Salma|سلمى',
    ],
    [
      'a line that stands apart above the others',
      '\n*Bonjour les amis*\u200F\n \u200F\nOmar\nSalma\n\nZoë',
      'Bonjour les amis',
      'Omar|Salma|Zoë',
    ],
    ['on one line', 'Tournoi de vendredi: Omar, Salma, أحمد', 'Tournoi de vendredi', 'Omar|Salma|أحمد'],
    ['of a second list', 'Omar\nSalma\nListe d’attente:\nAli', 'Liste d’attente', 'Omar|Salma|Ali'],
    [
      'of numbers without a point',
      '8 joueurs\n1 Omar\n2 Ali\nTotal : 20 DH',
      'joueurs|Total : 20 DH',
      'Omar|Ali',
    ],
  ])('%s', (_what, text, left, names) => {
    expect(namesPasted(text).join('|')).toBe(names);
    expect(
      linesPasted(text)
        .flatMap(({ text, isName }) => (isName ? [] : [text]))
        .join('|'),
    ).toBe(left);
  });

  test.each([
    'Omar\n1. Salma',
    'Omar\nSalma\n- Ali',
    'Joueur 1\nJoueur 2',
    'Mars Toure\nAvril',
    'Ali 2\nAli 3',
    'Omar\n\nSalma\n\nZoë',
    'Omar\nSalma\n\nZoë\nAli',
    '1. Omar !\n2. Salma',
  ])('%j has names alone', (text) => {
    expect(linesPasted(text).every(({ isName }) => isName)).toBe(true);
  });
});

describe('two spellings of a name', () => {
  test.each([
    ['Yassine El Amrani', 'Yassine el-amrani'],
    ['أحمد', 'احمد'],
    ['Amrani Yassine', 'Yassine Amrani'],
    ['Zakaria Bennani', 'Zakariya Benani'],
    ['Élodie', 'Elodie'],
    ['Hamza', '7amza'],
  ])('%s and %s are shown', (one, other) => {
    expect(nearDoubles(['Someone Else', one, other])).toEqual([[1, 2]]);
  });

  test.each([
    ['Ali', 'Adil'],
    ['Omar', 'Amar'],
    ['Yassine Amrani', 'Yassine Bennani'],
    ['محمد', 'أحمد'],
  ])('%s and %s are two people', (one, other) => {
    expect(nearDoubles([one, other])).toEqual([]);
  });
});
