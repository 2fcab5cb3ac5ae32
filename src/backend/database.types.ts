/** Written by `npm run types:database` from the migrations. */

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      devices: {
        Row: {
          created_at: string;
          id: string;
          made_by: string | null;
          revoked_at: string | null;
          role: string;
          secret_hash: string;
          seen_at: string;
          table_id: string | null;
          title: string;
          venue_id: string;
        };
        Insert: {
          created_at?: string;
          id: string;
          made_by?: string | null;
          revoked_at?: string | null;
          role: string;
          secret_hash: string;
          seen_at: string;
          table_id?: string | null;
          title: string;
          venue_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          made_by?: string | null;
          revoked_at?: string | null;
          role?: string;
          secret_hash?: string;
          seen_at?: string;
          table_id?: string | null;
          title?: string;
          venue_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'devices_table_id_fkey';
            columns: ['table_id'];
            isOneToOne: false;
            referencedRelation: 'user_overlays';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'devices_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
      log_uses: {
        Row: {
          bytes: number;
          since: string;
          table_id: string;
          writer: string;
        };
        Insert: {
          bytes: number;
          since: string;
          table_id: string;
          writer: string;
        };
        Update: {
          bytes?: number;
          since?: string;
          table_id?: string;
          writer?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'log_uses_table_id_fkey';
            columns: ['table_id'];
            isOneToOne: false;
            referencedRelation: 'user_overlays';
            referencedColumns: ['id'];
          },
        ];
      };
      machine_requests: {
        Row: {
          answer: NonNullable<Json>;
          body_hash: string;
          created_at: string;
          link_id: string;
          request: string;
        };
        Insert: {
          answer: NonNullable<Json>;
          body_hash: string;
          created_at: string;
          link_id: string;
          request: string;
        };
        Update: {
          answer?: NonNullable<Json>;
          body_hash?: string;
          created_at?: string;
          link_id?: string;
          request?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'machine_requests_link_id_fkey';
            columns: ['link_id'];
            isOneToOne: false;
            referencedRelation: 'scorer_links';
            referencedColumns: ['id'];
          },
        ];
      };
      machine_uses: {
        Row: {
          link_id: string;
          moves: number;
          since: string;
          states: number;
        };
        Insert: {
          link_id: string;
          moves: number;
          since: string;
          states: number;
        };
        Update: {
          link_id?: string;
          moves?: number;
          since?: string;
          states?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'machine_uses_link_id_fkey';
            columns: ['link_id'];
            isOneToOne: true;
            referencedRelation: 'scorer_links';
            referencedColumns: ['id'];
          },
        ];
      };
      match_actions: {
        Row: {
          at: string;
          body: NonNullable<Json>;
          by_device: string | null;
          by_link: string | null;
          by_uid: string | null;
          id: string;
          kind: string;
          match_id: string;
          seq: number;
          stored_at: string;
        };
        Insert: {
          at: string;
          body: NonNullable<Json>;
          by_device?: string | null;
          by_link?: string | null;
          by_uid?: string | null;
          id: string;
          kind: string;
          match_id: string;
          seq: number;
          stored_at: string;
        };
        Update: {
          at?: string;
          body?: NonNullable<Json>;
          by_device?: string | null;
          by_link?: string | null;
          by_uid?: string | null;
          id?: string;
          kind?: string;
          match_id?: string;
          seq?: number;
          stored_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'match_actions_match_id_fkey';
            columns: ['match_id'];
            isOneToOne: false;
            referencedRelation: 'matches';
            referencedColumns: ['id'];
          },
        ];
      };
      matches: {
        Row: {
          clock_before: Json | null;
          continues: boolean;
          created_at: string;
          ended_at: string | null;
          erasures: number;
          fixture: Json | null;
          folded_left_at: string | null;
          folded_seq: number | null;
          game: string;
          id: string;
          last_board: Json | null;
          left_at: string | null;
          number: number;
          previous_id: string | null;
          result: Json | null;
          rules: number;
          seq: number;
          start: NonNullable<Json>;
          started_at: string;
          stored_at: string | null;
          table_id: string;
        };
        Insert: {
          clock_before?: Json | null;
          continues?: boolean;
          created_at?: string;
          ended_at?: string | null;
          erasures?: number;
          fixture?: Json | null;
          folded_left_at?: string | null;
          folded_seq?: number | null;
          game: string;
          id: string;
          last_board?: Json | null;
          left_at?: string | null;
          number: number;
          previous_id?: string | null;
          result?: Json | null;
          rules: number;
          seq?: number;
          start: NonNullable<Json>;
          started_at?: string;
          stored_at?: string | null;
          table_id: string;
        };
        Update: {
          clock_before?: Json | null;
          continues?: boolean;
          created_at?: string;
          ended_at?: string | null;
          erasures?: number;
          fixture?: Json | null;
          folded_left_at?: string | null;
          folded_seq?: number | null;
          game?: string;
          id?: string;
          last_board?: Json | null;
          left_at?: string | null;
          number?: number;
          previous_id?: string | null;
          result?: Json | null;
          rules?: number;
          seq?: number;
          start?: NonNullable<Json>;
          started_at?: string;
          stored_at?: string | null;
          table_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'matches_table_id_fkey';
            columns: ['table_id'];
            isOneToOne: false;
            referencedRelation: 'user_overlays';
            referencedColumns: ['id'];
          },
        ];
      };
      merged_players: {
        Row: {
          into_key: string;
          merged_at: string;
          name: string;
          name_key: string;
          venue_id: string;
        };
        Insert: {
          into_key: string;
          merged_at: string;
          name: string;
          name_key: string;
          venue_id: string;
        };
        Update: {
          into_key?: string;
          merged_at?: string;
          name?: string;
          name_key?: string;
          venue_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'merged_players_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
      overlay_screens: {
        Row: {
          lacked: number | null;
          screen: string;
          seen_at: string;
          table_id: string;
        };
        Insert: {
          lacked?: number | null;
          screen: string;
          seen_at: string;
          table_id: string;
        };
        Update: {
          lacked?: number | null;
          screen?: string;
          seen_at?: string;
          table_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'overlay_screens_table_id_fkey';
            columns: ['table_id'];
            isOneToOne: false;
            referencedRelation: 'user_overlays';
            referencedColumns: ['id'];
          },
        ];
      };
      pairing_codes: {
        Row: {
          asked_by: unknown;
          code: string;
          expires_at: string;
          given_id: string;
          kind: string;
          secret_hash: string;
        };
        Insert: {
          asked_by?: unknown;
          code: string;
          expires_at: string;
          given_id: string;
          kind?: string;
          secret_hash: string;
        };
        Update: {
          asked_by?: unknown;
          code?: string;
          expires_at?: string;
          given_id?: string;
          kind?: string;
          secret_hash?: string;
        };
        Relationships: [];
      };
      picture_tickets: {
        Row: {
          begun_at: string;
          kind: string;
          picture_id: string | null;
          ticket_hash: string;
          venue_id: string;
        };
        Insert: {
          begun_at: string;
          kind: string;
          picture_id?: string | null;
          ticket_hash: string;
          venue_id: string;
        };
        Update: {
          begun_at?: string;
          kind?: string;
          picture_id?: string | null;
          ticket_hash?: string;
          venue_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'picture_tickets_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
      played_names: {
        Row: {
          last_at: string;
          name: string;
          name_key: string;
          search_key: string;
          venue_id: string;
        };
        Insert: {
          last_at: string;
          name: string;
          name_key: string;
          search_key?: never;
          venue_id: string;
        };
        Update: {
          last_at?: string;
          name?: string;
          name_key?: string;
          search_key?: never;
          venue_id?: string;
        };
        Relationships: [];
      };
      players: {
        Row: {
          flag: string | null;
          hidden_at: string | null;
          id: string;
          name: string;
          name_key: string;
          picture: string | null;
          venue_id: string;
        };
        Insert: {
          flag?: string | null;
          hidden_at?: string | null;
          id?: string;
          name: string;
          name_key?: never;
          picture?: string | null;
          venue_id: string;
        };
        Update: {
          flag?: string | null;
          hidden_at?: string | null;
          id?: string;
          name?: string;
          name_key?: never;
          picture?: string | null;
          venue_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'players_picture_fkey';
            columns: ['picture'];
            isOneToOne: true;
            referencedRelation: 'venue_pictures';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'players_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
      public_overlays: {
        Row: {
          clock_accum: number;
          clock_at: string | null;
          clock_running: boolean;
          clock_started_at: string | null;
          detail: Json | null;
          event: string;
          match_id: string;
          owner_uid: string;
          p1: string;
          p2: string;
          race_to: number;
          repaired_seq: number | null;
          rev: number;
          s1: number;
          s2: number;
          seq: number;
          shot: Json | null;
          shot_at: string | null;
          shown_at: string | null;
          table_id: string;
          theme: string;
          updated_at: string;
          url_token: string;
          visit_at: string | null;
        };
        Insert: {
          clock_accum?: number;
          clock_at?: string | null;
          clock_running?: boolean;
          clock_started_at?: string | null;
          detail?: Json | null;
          event?: string;
          match_id: string;
          owner_uid: string;
          p1?: string;
          p2?: string;
          race_to?: number;
          repaired_seq?: number | null;
          rev?: number;
          s1?: number;
          s2?: number;
          seq?: number;
          shot?: Json | null;
          shot_at?: string | null;
          shown_at?: string | null;
          table_id: string;
          theme?: string;
          updated_at?: string;
          url_token: string;
          visit_at?: string | null;
        };
        Update: {
          clock_accum?: number;
          clock_at?: string | null;
          clock_running?: boolean;
          clock_started_at?: string | null;
          detail?: Json | null;
          event?: string;
          match_id?: string;
          owner_uid?: string;
          p1?: string;
          p2?: string;
          race_to?: number;
          repaired_seq?: number | null;
          rev?: number;
          s1?: number;
          s2?: number;
          seq?: number;
          shot?: Json | null;
          shot_at?: string | null;
          shown_at?: string | null;
          table_id?: string;
          theme?: string;
          updated_at?: string;
          url_token?: string;
          visit_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'public_overlays_match_id_fkey';
            columns: ['match_id'];
            isOneToOne: true;
            referencedRelation: 'matches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'public_overlays_table_id_fkey';
            columns: ['table_id'];
            isOneToOne: true;
            referencedRelation: 'user_overlays';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'public_overlays_url_token_fkey';
            columns: ['url_token'];
            isOneToOne: true;
            referencedRelation: 'user_overlays';
            referencedColumns: ['url_token'];
          },
        ];
      };
      result_sides: {
        Row: {
          break_and_runs: number;
          breaks_50: number;
          centuries: number;
          frames: number;
          frames_lost: number;
          high_break: number;
          lost: boolean;
          match_id: string;
          name: string;
          name_key: string;
          other_key: string | null;
          placed_at: string;
          run_outs: number;
          side: string;
          venue_id: string;
          won: boolean;
        };
        Insert: {
          break_and_runs: number;
          breaks_50: number;
          centuries: number;
          frames: number;
          frames_lost: number;
          high_break: number;
          lost?: boolean;
          match_id: string;
          name: string;
          name_key: string;
          other_key?: string | null;
          placed_at: string;
          run_outs: number;
          side: string;
          venue_id: string;
          won: boolean;
        };
        Update: {
          break_and_runs?: number;
          breaks_50?: number;
          centuries?: number;
          frames?: number;
          frames_lost?: number;
          high_break?: number;
          lost?: boolean;
          match_id?: string;
          name?: string;
          name_key?: string;
          other_key?: string | null;
          placed_at?: string;
          run_outs?: number;
          side?: string;
          venue_id?: string;
          won?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'result_sides_venue_id_match_id_fkey';
            columns: ['venue_id', 'match_id'];
            isOneToOne: false;
            referencedRelation: 'results';
            referencedColumns: ['venue_id', 'match_id'];
          },
        ];
      };
      results: {
        Row: {
          by_hand: Json | null;
          can_end: boolean;
          counts_units: boolean;
          detail: NonNullable<Json>;
          ended_at: string | null;
          fixture: Json | null;
          from_list: boolean;
          game: string;
          handicap: number;
          id: string;
          imported_at: string | null;
          last_at: string;
          match_id: string;
          over: boolean;
          p1: string;
          p2: string;
          placed_at: string;
          race_to: number;
          rev: number;
          rules: number;
          s1: number;
          s2: number;
          set_aside_at: string | null;
          started_at: string;
          table_id: string | null;
          table_title: string;
          venue_id: string;
          winner: string | null;
        };
        Insert: {
          by_hand?: Json | null;
          can_end?: boolean;
          counts_units?: boolean;
          detail: NonNullable<Json>;
          ended_at?: string | null;
          fixture?: Json | null;
          from_list?: boolean;
          game: string;
          handicap?: never;
          id?: string;
          imported_at?: string | null;
          last_at: string;
          match_id: string;
          over: boolean;
          p1: string;
          p2: string;
          placed_at?: never;
          race_to: number;
          rev?: number;
          rules: number;
          s1: number;
          s2: number;
          set_aside_at?: string | null;
          started_at: string;
          table_id?: string | null;
          table_title: string;
          venue_id: string;
          winner?: string | null;
        };
        Update: {
          by_hand?: Json | null;
          can_end?: boolean;
          counts_units?: boolean;
          detail?: NonNullable<Json>;
          ended_at?: string | null;
          fixture?: Json | null;
          from_list?: boolean;
          game?: string;
          handicap?: never;
          id?: string;
          imported_at?: string | null;
          last_at?: string;
          match_id?: string;
          over?: boolean;
          p1?: string;
          p2?: string;
          placed_at?: never;
          race_to?: number;
          rev?: number;
          rules?: number;
          s1?: number;
          s2?: number;
          set_aside_at?: string | null;
          started_at?: string;
          table_id?: string | null;
          table_title?: string;
          venue_id?: string;
          winner?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'results_table_id_fkey';
            columns: ['table_id'];
            isOneToOne: false;
            referencedRelation: 'user_overlays';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'results_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
      scorer_links: {
        Row: {
          created_at: string;
          ends_at: string | null;
          id: string;
          kind: string;
          label: string;
          last_used_at: string | null;
          made_by: string | null;
          move: Json | null;
          revoked_at: string | null;
          table_id: string;
          token_hash: string;
        };
        Insert: {
          created_at?: string;
          ends_at?: string | null;
          id?: string;
          kind?: string;
          label: string;
          last_used_at?: string | null;
          made_by?: string | null;
          move?: Json | null;
          revoked_at?: string | null;
          table_id: string;
          token_hash: string;
        };
        Update: {
          created_at?: string;
          ends_at?: string | null;
          id?: string;
          kind?: string;
          label?: string;
          last_used_at?: string | null;
          made_by?: string | null;
          move?: Json | null;
          revoked_at?: string | null;
          table_id?: string;
          token_hash?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'scorer_links_table_id_fkey';
            columns: ['table_id'];
            isOneToOne: false;
            referencedRelation: 'user_overlays';
            referencedColumns: ['id'];
          },
        ];
      };
      snapshot_removals: {
        Row: {
          due_at: string;
          id: string;
        };
        Insert: {
          due_at: string;
          id: string;
        };
        Update: {
          due_at?: string;
          id?: string;
        };
        Relationships: [];
      };
      snapshot_tables: {
        Row: {
          begun_at: string[];
          board: string;
          created_at: string;
          folded_at: string | null;
          match_id: string;
          table_id: string | null;
          venue_id: string;
        };
        Insert: {
          begun_at?: string[];
          board: string;
          created_at?: string;
          folded_at?: string | null;
          match_id: string;
          table_id?: string | null;
          venue_id: string;
        };
        Update: {
          begun_at?: string[];
          board?: string;
          created_at?: string;
          folded_at?: string | null;
          match_id?: string;
          table_id?: string | null;
          venue_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'snapshot_tables_table_id_fkey';
            columns: ['table_id'];
            isOneToOne: true;
            referencedRelation: 'user_overlays';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'snapshot_tables_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
      snapshots: {
        Row: {
          board: Json | null;
          captured_at: string;
          digest: string | null;
          id: string;
          kept: boolean;
          match_id: string;
          received_at: string;
          rev: number | null;
          source: string;
          title: string | null;
          type: string;
          venue_title: string | null;
        };
        Insert: {
          board?: Json | null;
          captured_at: string;
          digest?: string | null;
          id: string;
          kept?: boolean;
          match_id: string;
          received_at: string;
          rev?: number | null;
          source: string;
          title?: string | null;
          type: string;
          venue_title?: string | null;
        };
        Update: {
          board?: Json | null;
          captured_at?: string;
          digest?: string | null;
          id?: string;
          kept?: boolean;
          match_id?: string;
          received_at?: string;
          rev?: number | null;
          source?: string;
          title?: string | null;
          type?: string;
          venue_title?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'snapshots_match_id_fkey';
            columns: ['match_id'];
            isOneToOne: false;
            referencedRelation: 'snapshot_tables';
            referencedColumns: ['match_id'];
          },
        ];
      };
      sponsors: {
        Row: {
          id: string;
          picture: string;
          position: number;
          shown: boolean;
          title: string;
          venue_id: string;
        };
        Insert: {
          id?: string;
          picture: string;
          position: number;
          shown: boolean;
          title: string;
          venue_id: string;
        };
        Update: {
          id?: string;
          picture?: string;
          position?: number;
          shown?: boolean;
          title?: string;
          venue_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'sponsors_picture_fkey';
            columns: ['picture'];
            isOneToOne: true;
            referencedRelation: 'venue_pictures';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sponsors_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
      table_scorers: {
        Row: {
          seen_at: string;
          table_id: string;
        };
        Insert: {
          seen_at: string;
          table_id: string;
        };
        Update: {
          seen_at?: string;
          table_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'table_scorers_table_id_fkey';
            columns: ['table_id'];
            isOneToOne: true;
            referencedRelation: 'user_overlays';
            referencedColumns: ['id'];
          },
        ];
      };
      televisions: {
        Row: {
          id: string;
          made_by: string | null;
          paired_at: string;
          programme: NonNullable<Json>;
          query: string;
          secret_hash: string;
          seen_at: string;
          table_id: string | null;
          title: string;
          venue_id: string;
        };
        Insert: {
          id: string;
          made_by?: string | null;
          paired_at?: string;
          programme: NonNullable<Json>;
          query?: string;
          secret_hash: string;
          seen_at: string;
          table_id?: string | null;
          title: string;
          venue_id: string;
        };
        Update: {
          id?: string;
          made_by?: string | null;
          paired_at?: string;
          programme?: NonNullable<Json>;
          query?: string;
          secret_hash?: string;
          seen_at?: string;
          table_id?: string | null;
          title?: string;
          venue_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'televisions_table_id_fkey';
            columns: ['table_id'];
            isOneToOne: false;
            referencedRelation: 'user_overlays';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'televisions_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
      tournament_facts: {
        Row: {
          at: string;
          by_device: string | null;
          by_uid: string | null;
          key: string;
          op: string;
          seq: number;
          tournament_id: string;
          value: NonNullable<Json>;
        };
        Insert: {
          at: string;
          by_device?: string | null;
          by_uid?: string | null;
          key: string;
          op: string;
          seq: number;
          tournament_id: string;
          value: NonNullable<Json>;
        };
        Update: {
          at?: string;
          by_device?: string | null;
          by_uid?: string | null;
          key?: string;
          op?: string;
          seq?: number;
          tournament_id?: string;
          value?: NonNullable<Json>;
        };
        Relationships: [
          {
            foreignKeyName: 'tournament_facts_tournament_id_fkey';
            columns: ['tournament_id'];
            isOneToOne: false;
            referencedRelation: 'tournaments';
            referencedColumns: ['id'];
          },
        ];
      };
      tournaments: {
        Row: {
          created_at: string;
          id: string;
          venue_id: string;
        };
        Insert: {
          created_at: string;
          id: string;
          venue_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          venue_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'tournaments_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
      upload_failures: {
        Row: {
          at: string;
          id: number;
          key_label: string;
          match_id: string;
          reason: string;
          venue_id: string;
        };
        Insert: {
          at?: string;
          id?: never;
          key_label: string;
          match_id: string;
          reason: string;
          venue_id: string;
        };
        Update: {
          at?: string;
          id?: never;
          key_label?: string;
          match_id?: string;
          reason?: string;
          venue_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'upload_failures_match_id_fkey';
            columns: ['match_id'];
            isOneToOne: false;
            referencedRelation: 'snapshot_tables';
            referencedColumns: ['match_id'];
          },
          {
            foreignKeyName: 'upload_failures_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
      upload_keys: {
        Row: {
          created_at: string;
          id: string;
          key_hash: string;
          label: string;
          last_used_at: string | null;
          revoked_at: string | null;
          venue_id: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          key_hash: string;
          label: string;
          last_used_at?: string | null;
          revoked_at?: string | null;
          venue_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          key_hash?: string;
          label?: string;
          last_used_at?: string | null;
          revoked_at?: string | null;
          venue_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'upload_keys_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
      user_overlays: {
        Row: {
          archived_at: string | null;
          created_at: string;
          id: string;
          kind: string;
          link_replaced: boolean;
          out_of_use: boolean;
          owner_uid: string;
          position: number;
          title: string;
          url_token: string;
        };
        Insert: {
          archived_at?: string | null;
          created_at?: string;
          id?: string;
          kind?: string;
          link_replaced?: boolean;
          out_of_use?: boolean;
          owner_uid?: string;
          position?: number;
          title?: string;
          url_token?: string;
        };
        Update: {
          archived_at?: string | null;
          created_at?: string;
          id?: string;
          kind?: string;
          link_replaced?: boolean;
          out_of_use?: boolean;
          owner_uid?: string;
          position?: number;
          title?: string;
          url_token?: string;
        };
        Relationships: [];
      };
      venue_pictures: {
        Row: {
          created_at: string;
          id: string;
          kind: string;
          venue_id: string;
        };
        Insert: {
          created_at?: string;
          id: string;
          kind: string;
          venue_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          kind?: string;
          venue_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'venue_pictures_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
      venues: {
        Row: {
          closing_hour: number;
          created_at: string;
          full_names: boolean;
          id: string;
          is_public: boolean;
          keep_days: number;
          keep_log_days: number;
          last_board: number;
          mispaired_at: string[];
          owner_uid: string;
          room_token: string;
          shortens_names: boolean;
          shows_live: boolean;
          slug: string;
          time_zone: string;
          title: string;
          waiting_seq: number;
        };
        Insert: {
          closing_hour?: number;
          created_at?: string;
          full_names?: boolean;
          id?: string;
          is_public?: boolean;
          keep_days?: number;
          keep_log_days?: number;
          last_board?: number;
          mispaired_at?: string[];
          owner_uid: string;
          room_token?: string;
          shortens_names?: boolean;
          shows_live?: boolean;
          slug?: string;
          time_zone?: string;
          title?: string;
          waiting_seq?: number;
        };
        Update: {
          closing_hour?: number;
          created_at?: string;
          full_names?: boolean;
          id?: string;
          is_public?: boolean;
          keep_days?: number;
          keep_log_days?: number;
          last_board?: number;
          mispaired_at?: string[];
          owner_uid?: string;
          room_token?: string;
          shortens_names?: boolean;
          shows_live?: boolean;
          slug?: string;
          time_zone?: string;
          title?: string;
          waiting_seq?: number;
        };
        Relationships: [];
      };
      waiting: {
        Row: {
          called_at: string | null;
          changed_at: string;
          ended_at: string | null;
          fixture: Json | null;
          id: string;
          joined_at: string;
          last_op: string;
          letters: number;
          letters2: number;
          name: string;
          name_key: string | null;
          name_key2: string | null;
          name2: string | null;
          number: number;
          number2: number;
          ordered: Json | null;
          place: number;
          size: number;
          started_at: string | null;
          state: string;
          table_id: string | null;
          venue_id: string;
          wanted_id: string | null;
          wants: string;
        };
        Insert: {
          called_at?: string | null;
          changed_at: string;
          ended_at?: string | null;
          fixture?: Json | null;
          id: string;
          joined_at: string;
          last_op: string;
          letters?: number;
          letters2?: number;
          name: string;
          name_key?: never;
          name_key2?: never;
          name2?: string | null;
          number?: number;
          number2?: number;
          ordered?: Json | null;
          place: number;
          size: number;
          started_at?: string | null;
          state: string;
          table_id?: string | null;
          venue_id: string;
          wanted_id?: string | null;
          wants: string;
        };
        Update: {
          called_at?: string | null;
          changed_at?: string;
          ended_at?: string | null;
          fixture?: Json | null;
          id?: string;
          joined_at?: string;
          last_op?: string;
          letters?: number;
          letters2?: number;
          name?: string;
          name_key?: never;
          name_key2?: never;
          name2?: string | null;
          number?: number;
          number2?: number;
          ordered?: Json | null;
          place?: number;
          size?: number;
          started_at?: string | null;
          state?: string;
          table_id?: string | null;
          venue_id?: string;
          wanted_id?: string | null;
          wants?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'waiting_table_id_fkey';
            columns: ['table_id'];
            isOneToOne: false;
            referencedRelation: 'user_overlays';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waiting_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waiting_wanted_id_fkey';
            columns: ['wanted_id'];
            isOneToOne: false;
            referencedRelation: 'user_overlays';
            referencedColumns: ['id'];
          },
        ];
      };
      waiting_ops: {
        Row: {
          about: string | null;
          at: string;
          before: string | null;
          by_device: string | null;
          by_uid: string | null;
          entry: string;
          id: string;
          kind: string;
          outcome: string;
          part_of: string | null;
          reason: string | null;
          venue_id: string;
          was: Json | null;
        };
        Insert: {
          about?: string | null;
          at: string;
          before?: string | null;
          by_device?: string | null;
          by_uid?: string | null;
          entry: string;
          id: string;
          kind: string;
          outcome: string;
          part_of?: string | null;
          reason?: string | null;
          venue_id: string;
          was?: Json | null;
        };
        Update: {
          about?: string | null;
          at?: string;
          before?: string | null;
          by_device?: string | null;
          by_uid?: string | null;
          entry?: string;
          id?: string;
          kind?: string;
          outcome?: string;
          part_of?: string | null;
          reason?: string | null;
          venue_id?: string;
          was?: Json | null;
        };
        Relationships: [
          {
            foreignKeyName: 'waiting_ops_venue_id_fkey';
            columns: ['venue_id'];
            isOneToOne: false;
            referencedRelation: 'venues';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      add_scorer_link: {
        Args: { ends_at?: string; is_machine?: boolean; label: string; move?: Json; table_id: string };
        Returns: Json;
      };
      add_table: { Args: { kind?: string; title: string }; Returns: string };
      add_upload_key: { Args: { label: string }; Returns: Json };
      append_actions: {
        Args: { actions: Json; after_seq: number; board?: Json; link?: string; match: string };
        Returns: Json;
      };
      ask_device: { Args: { secret: string }; Returns: Json };
      ask_television: { Args: { secret: string }; Returns: Json };
      begin_by_machine: {
        Args: {
          answer: Json;
          board: Json;
          body_hash: string;
          expected: string;
          game: string;
          link: string;
          match: string;
          request: string;
          rules: number;
          start: Json;
        };
        Returns: Json;
      };
      begin_mark: { Args: { ticket: string }; Returns: Json };
      begin_match: {
        Args: {
          ago: number;
          board: Json;
          expected: string;
          game: string;
          link?: string;
          match: string;
          rules: number;
          start: Json;
          table_id: string;
        };
        Returns: Json;
      };
      begin_pairing: { Args: { kind?: string; secret: string }; Returns: Json };
      begin_picture: { Args: { kind: string }; Returns: Json };
      begin_upload: { Args: { key: string; match_id: string }; Returns: Json };
      change_tournament: { Args: { op: Json }; Returns: Json };
      change_waiting: { Args: { op: Json }; Returns: Json };
      confirm_removed: { Args: { ids: string[] }; Returns: boolean };
      correct_result: { Args: { correction: Json; id: string }; Returns: boolean };
      count_results: { Args: { instants: string[] }; Returns: number[] };
      delete_result: { Args: { id: string }; Returns: string };
      ensure_overlay: {
        Args: Record<PropertyKey, never>;
        Returns: {
          archived_at: string | null;
          created_at: string;
          id: string;
          kind: string;
          link_replaced: boolean;
          out_of_use: boolean;
          owner_uid: string;
          position: number;
          title: string;
          url_token: string;
        };
        SetofOptions: {
          from: '*';
          to: 'user_overlays';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      erase_player: { Args: { after?: string; key: string }; Returns: Json };
      expire_snapshots: { Args: { most: number }; Returns: string[] };
      export_page: { Args: { after?: string }; Returns: Json };
      fail_upload: { Args: { key: string; match_id: string; reason: string }; Returns: boolean };
      find_code: { Args: { code: string }; Returns: Json };
      find_mark: { Args: { id: string }; Returns: string };
      find_players: { Args: { most?: number; search: string }; Returns: Json };
      find_snapshot: { Args: { id: string }; Returns: Json };
      get_branding: { Args: Record<PropertyKey, never>; Returns: Json };
      get_due: { Args: { match: string }; Returns: Json };
      get_log: { Args: { after_seq?: number; link?: string; match: string }; Returns: Json };
      get_overlay: { Args: { key: string; link?: string; screen?: string; shown?: number }; Returns: Json };
      get_player: { Args: { key: string; versus?: string }; Returns: Json };
      get_report: { Args: { game?: string; instants: string[]; table_id?: string }; Returns: Json };
      get_result: { Args: { id: string }; Returns: Json };
      get_tournament: { Args: { id: string }; Returns: Json };
      get_venue: { Args: Record<PropertyKey, never>; Returns: Json };
      hide_player: { Args: { hidden: boolean; id: string }; Returns: boolean };
      import_lines: { Args: { email: string; lines: Json; stores: boolean }; Returns: Json };
      latest_snapshot: { Args: { match_id: string }; Returns: Json };
      let_in_device: {
        Args: { code: string; role: string; table_id?: string; title: string };
        Returns: Json;
      };
      list_devices: { Args: Record<PropertyKey, never>; Returns: Json };
      list_due: { Args: { rules: Json }; Returns: Json };
      list_other_names: { Args: { key: string }; Returns: Json };
      list_results: {
        Args: {
          after?: string;
          from_at: string;
          game?: string;
          most?: number;
          player?: string;
          state?: string;
          table_id?: string;
          to_at: string;
          versus?: string;
        };
        Returns: Json;
      };
      list_scorer_links: { Args: { table_id: string }; Returns: Json };
      list_tables: { Args: Record<PropertyKey, never>; Returns: Json };
      list_televisions: { Args: Record<PropertyKey, never>; Returns: Json };
      list_tournaments: { Args: Record<PropertyKey, never>; Returns: Json };
      list_waiting: { Args: Record<PropertyKey, never>; Returns: Json };
      merge_players: { Args: { into_key: string; key: string }; Returns: string };
      move_by_machine: {
        Args: {
          actions: Json;
          after_seq: number;
          answer: Json;
          board: Json;
          body_hash: string;
          link: string;
          match: string;
          request: string;
        };
        Returns: Json;
      };
      name_player: { Args: { id?: string; name: string }; Returns: string };
      open_button: { Args: { after_seq?: number; counts?: boolean; link: string }; Returns: Json };
      open_link: { Args: { link: string }; Returns: Json };
      open_machine: {
        Args: { after_seq?: number; body_hash?: string; link: string; request?: string };
        Returns: Json;
      };
      order_sponsors: { Args: { ids: string[] }; Returns: boolean };
      order_tables: { Args: { ids: string[] }; Returns: boolean };
      pair_television: {
        Args: { code: string; programme?: Json; query?: string; table_id?: string; title: string };
        Returns: Json;
      };
      part_player: { Args: { key: string }; Returns: boolean };
      press_button: {
        Args: { actions: Json; after_seq: number; board: Json; link: string; match: string };
        Returns: Json;
      };
      purge_logs: { Args: { venue: string }; Returns: number };
      record_mark: { Args: { id: string }; Returns: Json };
      record_snapshot: {
        Args: {
          captured_at: string;
          digest: string;
          id: string;
          key: string;
          match_id: string;
          type: string;
        };
        Returns: Json;
      };
      remove_player: { Args: { id: string }; Returns: boolean };
      remove_sponsor: { Args: { id: string }; Returns: boolean };
      replace_overlay_link: { Args: { id: string }; Returns: string };
      reset_clock: { Args: { token: string }; Returns: Json };
      resume_match: {
        Args: { expected: string; link?: string; match: string; table_id: string };
        Returns: Json;
      };
      revoke_devices: { Args: { ids: string[]; links?: string[]; televisions?: string[] }; Returns: boolean };
      revoke_scorer_link: { Args: { id: string }; Returns: boolean };
      revoke_upload_key: { Args: { id: string }; Returns: boolean };
      run_tournament: { Args: { op: Json }; Returns: Json };
      save_player: { Args: { flag?: string; id?: string; name: string; picture?: string }; Returns: string };
      save_sponsor: {
        Args: { id?: string; picture: string; shown?: boolean; title: string };
        Returns: string;
      };
      set_aside: { Args: { aside: boolean; id: string }; Returns: boolean };
      show_result: { Args: { id: string }; Returns: Json };
      show_table: { Args: { match_id: string }; Returns: Json };
      show_tournament: { Args: { id: string }; Returns: Json };
      snapshot_history: { Args: { match_id: string }; Returns: Json };
      start_clock: { Args: { token: string }; Returns: Json };
      stop_clock: { Args: { token: string }; Returns: Json };
      store_result: { Args: { left_at: string; match: string; result: Json; seq: number }; Returns: string };
      take_due: { Args: { match_id: string; rules: Json }; Returns: Json };
      unpair_television: { Args: { id: string }; Returns: boolean };
      update_device: {
        Args: { id: string; role: string; table_id?: string; title: string };
        Returns: boolean;
      };
      update_table: {
        Args: { archived?: boolean; id: string; kind?: string; out_of_use?: boolean; title?: string };
        Returns: boolean;
      };
      update_television: {
        Args: { id: string; programme?: Json; query?: string; table_id?: string; title: string };
        Returns: boolean;
      };
      update_venue: {
        Args: {
          closing_hour?: number;
          full_names?: boolean;
          is_public?: boolean;
          keep_days?: number;
          keep_log_days?: number;
          shortens_names?: boolean;
          shows_live?: boolean;
          time_zone?: string;
          title?: string;
        };
        Returns: boolean;
      };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    keyof (DefaultSchema['Tables'] & DefaultSchema['Views']) | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    keyof DefaultSchema['CompositeTypes'] | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
