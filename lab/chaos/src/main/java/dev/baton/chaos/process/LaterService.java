package dev.baton.chaos.process;

import dev.baton.api.TaskType;
import dev.baton.chaos.process.EarlierService.Effects;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import java.time.Duration;
import java.util.List;

/**
 * The next version of {@link EarlierService}: it has a new type, another version of a payload, and
 * another state. It also runs what the earlier version added.
 */
public final class LaterService {
  public static final String NEWS = "NEWS";

  /** State of {@link EarlierService#WALK} that the earlier version doesn't know. */
  public static final String BETWEEN = Station.BETWEEN.name();

  private static final int MANY_LOSSES = 10_000;

  /** Some tasks are always between their add and their end when the process is killed. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final TaskType<Payment, Void> PAY_TYPE =
      TaskType.of(EarlierService.PAY, Payment.class)
          .version(2)
          .reads(1, String.class, addId -> new Payment(addId, 0));
  private static final TaskType<String, Void> WALK_TYPE =
      TaskType.of(EarlierService.WALK, String.class);
  private static final TaskType<String, Void> NEWS_TYPE = TaskType.of(NEWS, String.class);

  private LaterService() {}

  record Payment(String addId, int cents) {}

  private enum Station {
    BEGIN,
    BETWEEN,
    END
  }

  public static void main(String[] arguments) throws Exception {
    EarlierService.run(
        arguments,
        LaterService::definitions,
        List.of(
            addId -> PAY_TYPE.with(new Payment(addId, 7)).runIn(SOON),
            addId -> NEWS_TYPE.with(addId).runIn(SOON),
            WALK_TYPE::with));
  }

  private static List<TaskDefinition<?, ?>> definitions(Effects effects) {
    return List.of(
        TaskDefinition.of(PAY_TYPE)
            .transactional(
                (payment, attempt, transaction) ->
                    effects.inside(payment.addId(), attempt, transaction))
            .onLost(OnLost.resume(MANY_LOSSES)),
        TaskDefinition.of(NEWS_TYPE)
            .transactional(effects::inside)
            .onLost(OnLost.resume(MANY_LOSSES)),
        TaskDefinition.of(WALK_TYPE)
            .states(
                StateMachine.of(WALK_TYPE, Station.class, String.class)
                    .on(
                        Station.BEGIN,
                        step -> {
                          effects.outside(step.payload(), 1, step.attempt());
                          return step.park(SOON, Station.BETWEEN, "");
                        })
                    .on(
                        Station.BETWEEN,
                        step -> {
                          effects.outside(step.payload(), 2, step.attempt());
                          return step.goTo(Station.END, "");
                        })
                    .on(
                        Station.END,
                        step -> {
                          effects.outside(step.payload(), EarlierService.LAST_STEP, step.attempt());
                          return Outcome.done();
                        }))
            .onLost(OnLost.resume(MANY_LOSSES)));
  }
}
