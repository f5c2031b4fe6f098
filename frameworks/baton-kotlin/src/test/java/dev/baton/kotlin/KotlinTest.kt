package dev.baton.kotlin

import dev.baton.Baton
import dev.baton.handler.Outcome
import dev.baton.api.Signals
import dev.baton.handler.TaskDefinition
import dev.baton.cluster.NodeSettings
import dev.baton.jdbc.BatonSchema
import dev.baton.jdbc.JdbcStore
import dev.baton.jdbc.transaction.JdbcTransactions
import dev.baton.task.Status
import dev.baton.test.TestBaton
import java.time.Duration
import java.util.UUID
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.h2.jdbcx.JdbcDataSource
import org.junit.jupiter.api.Test

class KotlinTest {
  private val ada = Payout("ada", 1_250)

  private class PracticeBank : Bank {
    val paid = mutableListOf<Pair<Payout, String>>()

    override suspend fun pay(payout: Payout, key: String) {
      delay(1)
      paid += payout to key
    }

    override suspend fun quote(payout: Payout): String {
      delay(1)
      return "${payout.cents / 100} for ${payout.partner}"
    }
  }

  private data class Box<T>(val value: T)

  @Test
  fun `a coroutine that waits inside the adding transaction is refused`() {
    val quote = TaskDefinition.of(QUOTE).suspending { payout, _ -> payout.partner }
    TestBaton.inMemory().define(quote).start().use { baton ->
      baton.transactions().call { transaction ->
        val submitted = baton.tasks().submit(transaction, QUOTE.with(ada))
        assertThatThrownBy { runBlocking { submitted.awaitResult() } }
            .isInstanceOf(IllegalStateException::class.java)
            .hasMessageContaining("inside of that transaction")
      }
    }
  }

  @Test
  fun `a signal has the class of its value`() {
    assertThat(signalType<Payout>("paid").valueClass()).isEqualTo(Payout::class.java)
    assertThatThrownBy { signalType<List<Payout>>("paid") }.hasMessageContaining("component")
  }

  @Test
  fun `a generic type is refused because its codec would get only its class`() {
    listOf(
            { taskType<List<Payout>>("X") },
            { taskType<Map<String, Payout>>("X") },
            { taskType<Box<Payout>>("X") },
            { taskType<Array<List<Payout>>>("X") },
            { taskTypeReturning<String, List<Payout>>("X") },
        )
        .forEach { define ->
          assertThatThrownBy { define() }
              .isInstanceOf(IllegalArgumentException::class.java)
              .hasMessageContaining("Payout>")
              .hasMessageContaining("component")
        }
  }

  @Test
  fun `a class, an array and a type of any values are allowed`() {
    assertThat(taskType<Payout>("X").payloadClass()).isEqualTo(Payout::class.java)
    assertThat(taskType<Array<Payout>>("X").payloadClass()).isEqualTo(Array<Payout>::class.java)
    assertThat(taskType<List<*>>("X").payloadClass()).isEqualTo(List::class.java)
    assertThat(taskType<Map<String, Any?>>("X").payloadClass()).isEqualTo(Map::class.java)
  }

  private fun baton(vararg definitions: TaskDefinition<*, *>): TestBaton =
      TestBaton.inMemory().define(*definitions).start()

  @Test
  fun `a handler that suspends runs its task, and a caller that suspends gets the result`() {
    val bank = PracticeBank()
    baton(*definitions(bank).toTypedArray()).use { baton ->
      val price = CompletableFuture.supplyAsync { runBlocking { use(baton.tasks(), ada) } }
      while (!price.isDone) {
        baton.drain()
        Thread.yield()
      }
      assertThat(price.get()).isEqualTo("12 for ada")
      baton.drain()
      assertThat(bank.paid.map { it.first }).containsExactly(ada)
      assertThat(baton.added(PAY)).containsExactly(ada)
    }
  }

  @Test
  fun `an exception fails the attempt, and a returned outcome decides`() {
    var calls = 0
    val decided =
        TaskDefinition.of(PAY).suspendingOutcome { _, _ ->
          calls++
          when (calls) {
            1 -> throw IllegalStateException("the bank is unreachable")
            2 -> Outcome.retryAfter(Duration.ofHours(1), "closed")
            else -> Outcome.done()
          }
        }
    baton(decided).use { baton ->
      val id = baton.add(PAY, ada)
      baton.drain()
      assertThat(baton.task(id).status()).isEqualTo(Status.WAITING)
      baton.advance(Duration.ofHours(2))
      assertThat(calls).isEqualTo(3)
      assertThat(baton.task(id).status()).isEqualTo(Status.DONE)
    }
  }

  @Test
  fun `a cancelled task cancels its coroutine, and the clean-up runs`() {
    val database = JdbcDataSource().apply { setURL("jdbc:h2:mem:kotlin;DB_CLOSE_DELAY=-1") }
    BatonSchema.apply(database)
    val begun = CompletableFuture<UUID>()
    val cancelled = CompletableFuture<Boolean>()
    val waiting =
        TaskDefinition.of(PAY).suspending(Dispatchers.Default) { _, attempt ->
          begun.complete(attempt.taskId())
          try {
            awaitCancellation()
          } finally {
            cancelled.complete(true)
          }
        }
    val node =
        Baton.builder(JdbcStore.of(database)).transactions(JdbcTransactions.of(database))
            .define(waiting)
            .settings { it.lease(Duration.ofSeconds(3)) }
            .start()
    node.use {
      node.tasks().add(PAY.with(ada))
      val id = begun.get(60, TimeUnit.SECONDS)
      assertThat(node.tasks().cancel(id, "withdrawn"))
          .isEqualTo(Signals.Cancellation.CANCELLED_RUNNING)
      assertThat(cancelled.get(60, TimeUnit.SECONDS)).isTrue()
    }
  }
}
