CREATE TABLE "desk_calls" (
	"competition_id" integer NOT NULL,
	"call_id" text NOT NULL,
	"zone_id" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"sender_id" integer NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "desk_calls_competition_id_call_id_pk" PRIMARY KEY("competition_id","call_id")
);
--> statement-breakpoint
CREATE TABLE "run_requests" (
	"competition_id" integer NOT NULL,
	"request_id" text NOT NULL,
	"content_hash" text NOT NULL,
	"submission_id" text NOT NULL,
	"dossard" integer NOT NULL,
	"version" integer NOT NULL,
	"run" jsonb NOT NULL,
	"wanted" jsonb NOT NULL,
	"reason" text NOT NULL,
	"sender_id" integer NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"word" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "run_requests_competition_id_request_id_pk" PRIMARY KEY("competition_id","request_id")
);
--> statement-breakpoint
ALTER TABLE "zones" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk_calls" ADD CONSTRAINT "desk_calls_zone" FOREIGN KEY ("competition_id","zone_id") REFERENCES "public"."zones"("competition_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_requests" ADD CONSTRAINT "run_requests_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;