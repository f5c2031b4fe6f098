package dev.baton.kotlin

import dev.baton.handler.TaskDefinition
import dev.baton.api.Tasks
import java.time.Duration
import kotlinx.coroutines.Dispatchers

// region types
@JvmRecord data class Payout(val partner: String, val cents: Long)

val PAY = taskType<Payout>("PAY")
val QUOTE = taskTypeReturning<Payout, String>("QUOTE")

// endregion

/** A partner whose interface has suspending functions. */
interface Bank {
  suspend fun pay(payout: Payout, key: String)

  suspend fun quote(payout: Payout): String
}

fun definitions(bank: Bank): List<TaskDefinition<*, *>> =
    // region handlers
    listOf(
        TaskDefinition.of(PAY)
            .suspending(Dispatchers.IO) { payout, attempt -> bank.pay(payout, attempt.idempotencyKey()) }
            .deadline(Duration.ofMinutes(1)),
        TaskDefinition.of(QUOTE).suspending { payout, _ -> bank.quote(payout) },
    )
    // endregion

suspend fun use(tasks: Tasks, payout: Payout): String? {
  // region use
  tasks.add(PAY.with(payout).key(payout.partner))
  val price = tasks.submit(QUOTE.with(payout)).awaitResult()
  // endregion
  return price
}
