CREATE TABLE "judge_links" (
	"competition_id" integer NOT NULL,
	"id" serial NOT NULL,
	"token_hash" text NOT NULL,
	"zone_ids" integer[],
	"label" text,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"phones" smallint NOT NULL,
	"made_by" integer NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	CONSTRAINT "judge_links_competition_id_id_pk" PRIMARY KEY("competition_id","id")
);
--> statement-breakpoint
CREATE TABLE "judges" (
	"competition_id" integer NOT NULL,
	"id" serial NOT NULL,
	"link_id" integer NOT NULL,
	"phone_id" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "judges_competition_id_id_pk" PRIMARY KEY("competition_id","id"),
	CONSTRAINT "judges_of_phone" UNIQUE("competition_id","link_id","phone_id","name")
);
--> statement-breakpoint
ALTER TABLE "notice_receipts" DROP CONSTRAINT "notice_receipts_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "unresolved_runs" ADD COLUMN "judge_id" integer;--> statement-breakpoint
ALTER TABLE "judge_links" ADD CONSTRAINT "judge_links_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_links" ADD CONSTRAINT "judge_links_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judges" ADD CONSTRAINT "judges_link" FOREIGN KEY ("competition_id","link_id") REFERENCES "public"."judge_links"("competition_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "judge_links_token" ON "judge_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "judges_token" ON "judges" USING btree ("token_hash");