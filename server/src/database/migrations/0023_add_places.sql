CREATE TABLE "place_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"shared_competition" integer,
	"user_id" integer NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "place_conflicts" (
	"competition_id" integer NOT NULL,
	"id" text NOT NULL,
	"theirs" jsonb NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	CONSTRAINT "place_conflicts_competition_id_id_pk" PRIMARY KEY("competition_id","id")
);
--> statement-breakpoint
CREATE TABLE "places" (
	"competition_id" integer PRIMARY KEY NOT NULL,
	"pair" text NOT NULL,
	"side" text NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL,
	"heard" integer DEFAULT 0 NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"handed" bigint,
	"taken" bigint,
	"wanted" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"other_has" bigint DEFAULT 0 NOT NULL,
	"other_end" bigint DEFAULT 0 NOT NULL,
	"other_wanted" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"other_name" text NOT NULL,
	"other_url" text,
	"private_key" text NOT NULL,
	"other_public_key" text NOT NULL,
	"sequence" bigint DEFAULT 0 NOT NULL,
	"last_contact" timestamp (3) with time zone,
	"clock_ahead_ms" bigint,
	"comparison" jsonb,
	"ended" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "places_side" CHECK ("places"."side" in ('a', 'b'))
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "relayed" boolean;--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "is_away" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "run_numbers" integer;--> statement-breakpoint
ALTER TABLE "zones" ADD COLUMN "shared_name" text;--> statement-breakpoint
ALTER TABLE "place_conflicts" ADD CONSTRAINT "place_conflicts_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;