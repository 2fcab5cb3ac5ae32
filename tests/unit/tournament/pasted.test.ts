import { describe, expect, test } from 'vitest';
import { namesPasted, nearDoubles } from '../../../src/core/tournament/pasted.ts';

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
